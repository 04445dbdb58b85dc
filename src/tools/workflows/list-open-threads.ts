import { z } from 'zod';
import { type ContentLocation, readersOf } from '../../content/index.ts';
import { type ItemOf, operations } from '../../operations/index.ts';
import { SpaceId } from '../../operations/params.ts';
import { aboutOf, PAGE_READS, type PlacedComment } from './threads/comment-subjects.ts';
import { type Steps, workflow } from './workflow.ts';

type Comment = ItemOf<typeof operations.listSpaceComments>;
type Reply = ItemOf<typeof operations.listSpaceCommentReplies>;

interface Thread extends PlacedComment {
  /** The number of its change request. */
  changeRequest?: number;
}

const MAX_THREADS = 500;
const MAX_REPLIES = 100;
/** Of `2026-02-02`. */
const DATE_LENGTH = 10;
const UNFINISHED = ['open', 'draft'] as const;
const CURSOR = /^\d{4}-\d{2}-\d{2}T[^/]+\/./;

/** Everything in a space that waits for a response, for triage. */
export const listOpenThreads = workflow({
  name: 'list_open_threads',
  title: 'List open threads',
  summary:
    'List unresolved comments with replies in a space and its change requests, oldest first, each with its likely sentence.',
  tasks: [
    'what needs my attention',
    'open questions of readers',
    'comments that wait for an answer',
    'triage',
    'unanswered comments',
    'what have readers been complaining about',
    'feedback of readers',
    'unresolved comments',
    'what feedback is still open',
  ],
  toolset: 'space-comments',
  excerpts: ['about'],
  effect: 'read',
  calls: [
    operations.listSpaceComments,
    operations.listSpaceCommentReplies,
    operations.listChangeRequests,
    operations.listChangeRequestComments,
    operations.listChangeRequestCommentReplies,
  ],
  mayCall: PAGE_READS,
  input: {
    spaceId: SpaceId,
    page: z
      .string()
      .regex(CURSOR, 'must be next.page of the last result')
      .optional()
      .meta({ description: 'next.page of the last result', onDemand: true }),
    limit: z.number().int().min(1).max(MAX_THREADS).optional(),
  },
  output: z.looseObject({
    items: z.array(z.looseObject({ id: z.string() })),
    next: z.looseObject({ page: z.string() }).optional(),
  }),
  async work({ spaceId, page = '', limit = MAX_THREADS }, steps) {
    const threads = await openThreads(spaceId, steps);
    const left = threads
      .filter((thread) => cursorOf(thread) > page)
      .sort((a, b) => (cursorOf(a) < cursorOf(b) ? -1 : 1));
    const shown = left.slice(0, limit);
    const abouts = await aboutOf(shown, steps);
    const items = [];
    for (const [at, thread] of shown.entries()) {
      items.push({ ...(await withReplies(thread, steps)), ...abouts[at] });
    }
    const last = left[limit - 1];
    return {
      count: threads.length,
      items,
      ...(last && left.length > limit && { next: { page: cursorOf(last) } }),
    };
  },
});

/** Stable when other threads are resolved or started, so that none is skipped or listed twice. */
function cursorOf({ comment }: Thread): string {
  return `${comment.postedAt}/${comment.id}`;
}

async function openThreads(spaceId: string, steps: Steps): Promise<Thread[]> {
  const inSpace = await openComments({ spaceId }, steps);
  await steps.finish('read the comments of the space');
  const threads: Thread[] = [...inSpace];
  for (const status of UNFINISHED) {
    const where = { spaceId, status };
    const requests = await steps.list(operations.listChangeRequests, where, MAX_THREADS);
    for (const { id, number } of requests) {
      const location = { spaceId, changeRequestId: id };
      const found = await openComments(location, steps);
      threads.push(...found.map((thread) => ({ ...thread, changeRequest: number })));
      await steps.finish(`read the comments of change request ${number}`);
    }
  }
  return threads;
}

async function openComments(location: ContentLocation, steps: Steps): Promise<Thread[]> {
  const open = { ...location, status: 'open', order: 'asc' } as const;
  const comments = await steps.list(readersOf(location).comments, open, MAX_THREADS);
  return comments.map((comment) => ({ comment, location }));
}

/** The fields that triage needs, in short form: a page by its path, which is accepted wherever its id is. */
async function withReplies({ location, comment, changeRequest }: Thread, steps: Steps) {
  const where = { ...location, commentId: comment.id };
  const replies =
    comment.replies > 0 ? await steps.list(readersOf(location).replies, where, MAX_REPLIES) : [];
  const { page, node } = comment.target;
  return {
    id: comment.id,
    ...(page && { page: page.path ?? page.title }),
    ...(node?.preview && { on: node.preview }),
    ...(changeRequest !== undefined && { changeRequest }),
    by: comment.postedBy.displayName,
    at: comment.postedAt.slice(0, DATE_LENGTH),
    text: textOf(comment),
    ...(replies.length > 0 && { replies: replies.map(shortReply) }),
  };
}

/** `Mara: Thanks.`; another tool returns the rest of a reply. */
function shortReply(reply: Reply): string {
  return `${reply.postedBy.displayName}: ${textOf(reply)}`;
}

function textOf({ body }: Comment | Reply): string {
  return body.markdown ?? JSON.stringify(body);
}
