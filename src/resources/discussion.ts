import { pageChangesOf, readersOf, requestName } from '../content/index.ts';
import { type ItemOf, operations } from '../operations/index.ts';
import { createFence, sanitizeExcerpt, sanitizeLong } from '../text/index.ts';
import { MARKDOWN_TYPE, resourceUri, type TemplateValues } from '../uris/index.ts';
import type { Contents } from './contents.ts';
import { oneLine } from './outline.ts';
import type { Reader } from './reader.ts';

/** A comment or a reply. */
type Post = ItemOf<typeof operations.listSpaceCommentReplies>;

const MAX_REPLIES = 500;

/** A summary of a change request: its purpose and state, with its related resources. */
export async function readChangeRequest(
  variables: TemplateValues,
  reader: Reader,
): Promise<Contents> {
  const { spaceId = '', changeRequestId = '' } = variables;
  const request = await reader.send(operations.getChangeRequest, { spaceId, changeRequestId });
  const location = { spaceId, changeRequestId: request.id };
  const lines = [
    `# Change request ${requestName(request)}: ${oneLine(request.subject) || '(no subject)'}`,
    '',
    `- Id: ${request.id}`,
    `- Status: ${request.status}`,
    `- Opened by ${name(request.createdBy)}, ${request.createdAt}; changed ${request.updatedAt}`,
    `- Revision: ${request.revision}`,
    `- Open comments: ${request.comments ?? 0}`,
    ...(request.outdated
      ? ['- Outdated: primary content moved on; update it before merging.']
      : []),
    `- Diff: ${resourceUri('change-request-diff', location)}`,
    '',
  ];
  return { mimeType: MARKDOWN_TYPE, text: lines.join('\n') };
}

/** The changes of a change request as unified diffs, each with a line about its page before it. */
export async function readDiff(variables: TemplateValues, reader: Reader): Promise<Contents> {
  const { spaceId = '', changeRequestId = '' } = variables;
  const parts: string[] = [];
  for await (const { page, before, change } of pageChangesOf(
    { spaceId, changeRequestId },
    reader,
  )) {
    const heading = `# ${oneLine(change.change)}: ${oneLine(change.title)} (${change.page})`;
    const names = [`--- /${before?.path ?? ''}`, `+++ /${page.path ?? ''}`];
    const diff = change.diff === undefined ? [] : [...names, sanitizeExcerpt(change.diff)];
    parts.push([heading, ...diff].join('\n'));
  }
  const text = parts.length > 0 ? parts.join('\n') : '# Nothing is changed.\n';
  return { mimeType: 'text/x-diff', text };
}

/** A comment with its replies. Text by people is fenced, because it is quoted within this server's own text. */
export async function readThread(variables: TemplateValues, reader: Reader): Promise<Contents> {
  const { spaceId = '', changeRequestId, commentId = '' } = variables;
  const where = { spaceId, changeRequestId, commentId };
  const readers = readersOf(where);
  const comment = await reader.send(readers.comment, where);
  const replies =
    comment.replies === 0 ? [] : await reader.list(readers.replies, where, MAX_REPLIES);
  const page = comment.target?.page;
  const fence = createFence();
  const post = async (post: Post, what: string) => [
    `## ${what} by ${name(post.postedBy)}, ${post.postedAt}`,
    '',
    fence.wrap(await sanitizeLong(post.body?.markdown ?? ''), {
      kind: what.toLowerCase(),
      author: post.postedBy?.displayName,
      time: post.postedAt,
    }),
    '',
  ];
  const lines = [
    `# Comment thread ${commentId} (${comment.status ?? 'open'})`,
    '',
    ...(page ? [`On the page ${JSON.stringify(oneLine(page.title))} (${page.id}).`, ''] : []),
    ...(await post(comment, 'Comment')),
    ...(await Promise.all(replies.map((reply) => post(reply, 'Reply')))).flat(),
  ];
  return { mimeType: MARKDOWN_TYPE, text: lines.join('\n') };
}

function name(person: { displayName?: string } | undefined): string {
  return oneLine(person?.displayName ?? '') || 'somebody';
}
