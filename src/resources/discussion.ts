import { changesOf } from '../content/index.ts';
import { createFence, sanitizeText, stripInvisible } from '../text/index.ts';
import { MARKDOWN, resourceUri, type Variables } from '../uris/index.ts';
import type { Contents } from './contents.ts';
import { oneLine } from './outline.ts';
import type { Reader } from './reader.ts';

interface Person {
  displayName?: string;
}

interface Post {
  postedBy?: Person;
  postedAt?: string;
  body?: { markdown?: string };
}

interface Comment extends Post {
  status?: string;
  replies?: number;
  target?: { page?: { id: string; title: string } };
}

interface ChangeRequest {
  id: string;
  number: number;
  subject: string;
  status: string;
  createdBy?: Person;
  createdAt?: string;
  updatedAt?: string;
  revision?: string;
  comments?: number;
  outdated?: boolean;
}

const MAX_REPLIES = 500;

/** What a change request is and where it stands, with the resources that belong to it. */
export async function readChangeRequest(variables: Variables, reader: Reader): Promise<Contents> {
  const request = await reader.send<ChangeRequest>('get_change_request', variables);
  const { spaceId = '' } = variables;
  const place = { spaceId, changeRequestId: request.id };
  const lines = [
    `# Change request ${request.number}: ${oneLine(request.subject) || '(no subject)'}`,
    '',
    `- Id: ${request.id}`,
    `- Status: ${request.status}`,
    `- Opened by ${name(request.createdBy)}, ${request.createdAt}; changed ${request.updatedAt}`,
    `- Revision: ${request.revision}`,
    `- Open comments: ${request.comments ?? 0}`,
    ...(request.outdated
      ? ['- Outdated: primary content moved on; update it before merging.']
      : []),
    `- Diff: ${resourceUri('change-request-diff', place)}`,
    '',
  ];
  return { mimeType: MARKDOWN, text: lines.join('\n') };
}

/** What a change request changes, as one unified diff after the other, with a line on each page before it. */
export async function readDiff(variables: Variables, reader: Reader): Promise<Contents> {
  const { spaceId = '', changeRequestId = '' } = variables;
  const parts: string[] = [];
  for await (const { change } of changesOf({ spaceId, changeRequestId }, reader)) {
    const heading = `# ${change.change}: ${oneLine(change.title)} (${change.page})`;
    parts.push([heading, ...(change.diff ? [stripInvisible(change.diff)] : [])].join('\n'));
  }
  const text = parts.length > 0 ? parts.join('\n') : '# Nothing is changed.\n';
  return { mimeType: 'text/x-diff', text };
}

/** A comment with its replies. What people wrote is fenced, for it stands in a text of this server's. */
export async function readThread(variables: Variables, reader: Reader): Promise<Contents> {
  const kind = variables.changeRequestId === undefined ? 'space' : 'change_request';
  const where = { ...variables, format: 'markdown' };
  const comment = await reader.send<Comment>(`get_${kind}_comment`, where);
  const replies =
    comment.replies === 0
      ? []
      : await reader.list<Post>(`list_${kind}_comment_replies`, where, MAX_REPLIES);
  const page = comment.target?.page;
  const fence = createFence();
  const post = (post: Post, what: string) => [
    `## ${what} by ${name(post.postedBy)}, ${post.postedAt}`,
    '',
    fence.wrap(sanitizeText(post.body?.markdown ?? ''), {
      kind: what.toLowerCase(),
      author: post.postedBy?.displayName,
      time: post.postedAt,
    }),
    '',
  ];
  const lines = [
    `# Comment thread ${variables.commentId} (${comment.status ?? 'open'})`,
    '',
    ...(page ? [`On the page ${JSON.stringify(oneLine(page.title))} (${page.id}).`, ''] : []),
    ...post(comment, 'Comment'),
    ...replies.flatMap((reply) => post(reply, 'Reply')),
  ];
  return { mimeType: MARKDOWN, text: lines.join('\n') };
}

function name(person: Person | undefined): string {
  return oneLine(person?.displayName ?? '') || 'somebody';
}
