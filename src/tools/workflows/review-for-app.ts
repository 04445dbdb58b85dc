import type { ChangedPage, ChangeRequestLocation, Ends } from '../../content/index.ts';
import { type ItemOf, operations } from '../../operations/index.ts';
import { resourceUri, unfitVariable } from '../../uris/index.ts';
import { ifReadable } from '../if-readable.ts';
import { nameOf, verdictsOn } from './review/verdicts.ts';
import type { Steps } from './workflow.ts';

/** Maximum number of threads and reviewers on the page; it links to the platform for the rest. */
const MAX_THREADS = 20;
const MAX_REPLIES = 20;
const MAX_REVIEWS = 50;

/** Reads that only the page needs. The reader may lack permission for some, and the operator may exclude them. */
export const CALLS_FOR_APP = [
  operations.listChangeRequestCommentReplies,
  operations.listChangeRequestReviews,
  operations.listRequestedReviewers,
];

/** The location fields of a comment, as the platform returns them. */
export interface CommentFields {
  postedAt?: string;
  replies?: number;
  target?: { page?: { id?: string; title?: string }; node?: { preview?: string } };
}

/**
 * Fields for the app page that a model does not need: paths, and the location of the texts, either in the compared
 * revisions or in primary content and the change request.
 */
export function changeForApp(
  location: ChangeRequestLocation,
  { page, before, change }: ChangedPage,
  { base, head, otherRequest }: Partial<Ends> = {},
): object {
  const { spaceId, changeRequestId } = location;
  const pageId = page.id;
  const isGone = change.change === 'deleted';
  const isMoved = before !== undefined && !isGone && before.path !== page.path;
  const ends = { ...(base !== undefined && { base }), ...(head !== undefined && { head }) };
  const isReadable = unfitVariable({ spaceId, changeRequestId, pageId, ...ends }) === undefined;
  const inRevision = (revisionId: string) =>
    resourceUri('revision-page', { spaceId, revisionId, pageId });
  const inRequest = (id: string) =>
    resourceUri('change-request-page', { spaceId, changeRequestId: id, pageId });
  const was = () => {
    if (otherRequest !== undefined) return inRequest(otherRequest);
    return base === undefined ? resourceUri('page', { spaceId, pageId }) : inRevision(base);
  };
  const is = () => (head === undefined ? inRequest(changeRequestId) : inRevision(head));
  return {
    path: page.path,
    ...(isMoved && { movedFrom: before?.path }),
    ...(isReadable && before && { before: was() }),
    ...(isReadable && !isGone && { after: is() }),
  };
}

interface ShownReply {
  id: string;
  postedBy: { displayName: string | undefined };
  postedAt: string;
  body: { markdown?: string };
}

/** Replies as a model reads them: `Mara: Thanks.` */
export function repliesIn(thread: readonly ShownReply[] = []): { replies?: string[] } {
  if (thread.length === 0) return {};
  return {
    replies: thread.map(
      ({ postedBy, body }) => `${postedBy.displayName}: ${body.markdown ?? JSON.stringify(body)}`,
    ),
  };
}

/** Replies by comment id, for the first threads that have any. */
export async function repliesForApp(
  location: ChangeRequestLocation,
  comments: readonly (CommentFields & { id: string })[],
  steps: Steps,
): Promise<ReadonlyMap<string, ShownReply[]>> {
  const threads = comments.filter(({ replies = 0 }) => replies > 0).slice(0, MAX_THREADS);
  const read = threads.map(async ({ id: commentId }) => {
    const thread = { ...location, commentId };
    const replies = await ifReadable(() =>
      steps.list(operations.listChangeRequestCommentReplies, thread, MAX_REPLIES),
    );
    return [commentId, (replies ?? []).map(replyForApp)] as const;
  });
  return new Map(await Promise.all(read));
}

/** The fields of a comment for the app page: time, replies, and location. */
export function commentForApp(
  { postedAt, replies, target }: CommentFields,
  thread: readonly object[] = [],
): object {
  const { page, node } = target ?? {};
  return { postedAt, replies, pageId: page?.id, preview: node?.preview, thread };
}

/** Requested reviewers and reviews. The legacy service has neither. */
export async function reviewersForApp(
  location: ChangeRequestLocation,
  steps: Steps,
): Promise<object> {
  if ((await steps.service()) !== 'current') return {};
  const [asked, reviews] = await Promise.all([
    ifReadable(() => steps.list(operations.listRequestedReviewers, location, MAX_REVIEWS)),
    verdictsOn(location, steps),
  ]);
  return {
    asked: asked?.map(({ user, team }) => nameOf(user) ?? nameOf(team)).filter(Boolean),
    reviews,
  };
}

function replyForApp({
  id,
  postedBy,
  postedAt,
  body,
}: ItemOf<typeof operations.listChangeRequestCommentReplies>): ShownReply {
  return { id, postedBy: { displayName: nameOf(postedBy) }, postedAt, body };
}
