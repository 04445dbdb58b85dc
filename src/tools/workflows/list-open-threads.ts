import { z } from 'zod';
import { SpaceId } from '../../operations/params.ts';
import { type Steps, workflow } from './workflow.ts';

interface Comment {
  id: string;
  postedAt: string;
  replies: number;
  object?: string;
  status?: string;
  postedBy?: { displayName?: string };
  body?: object;
  target?: { page?: { id: string; title?: string } };
}

interface ChangeRequest {
  id: string;
  number: number;
  subject: string;
}

type Thread = Comment & {
  place: { spaceId: string; changeRequestId?: string };
  kind: 'space' | 'change_request';
  changeRequest?: ChangeRequest;
};

const MAX_THREADS = 500;
const MAX_REPLIES = 100;
const UNFINISHED = ['open', 'draft'];
const PAGE = /^\d{4}-\d{2}-\d{2}T[^/]+\/./;

/** Everything that waits for somebody in a space, for triage. */
export const listOpenThreads = workflow({
  name: 'list_open_threads',
  title: 'List open threads',
  summary:
    'List unresolved comments with replies across a space and its change requests, oldest first.',
  toolset: 'space-comments',
  effect: 'read',
  calls: [
    'list_space_comments',
    'list_space_comment_replies',
    'list_change_requests',
    'list_change_request_comments',
    'list_change_request_comment_replies',
  ],
  input: {
    spaceId: SpaceId,
    page: z
      .string()
      .regex(PAGE, 'must be next.page of the last result')
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
      .filter((thread) => placeInOrder(thread) > page)
      .sort((a, b) => (placeInOrder(a) < placeInOrder(b) ? -1 : 1));
    const items = [];
    for (const thread of left.slice(0, limit)) items.push(await withReplies(thread, steps));
    const last = left[limit - 1];
    return {
      count: threads.length,
      items,
      ...(last && left.length > limit && { next: { page: placeInOrder(last) } }),
    };
  },
});

/** Stays what it is when other threads are resolved or begun, so that none is skipped or told twice. */
function placeInOrder({ postedAt, id }: Comment): string {
  return `${postedAt}/${id}`;
}

async function openThreads(spaceId: string, steps: Steps): Promise<Thread[]> {
  const inSpace = await openComments({ spaceId }, 'space', steps);
  await steps.finish('read the comments of the space');
  const threads: Thread[] = [...inSpace];
  for (const status of UNFINISHED) {
    const where = { spaceId, status };
    for (const { id, number, subject } of await steps.list<ChangeRequest>(
      'list_change_requests',
      where,
      MAX_THREADS,
    )) {
      const place = { spaceId, changeRequestId: id };
      const found = await openComments(place, 'change_request', steps);
      const changeRequest = { id, number, subject };
      threads.push(...found.map((thread) => ({ ...thread, changeRequest })));
      await steps.finish(`read the comments of change request ${number}`);
    }
  }
  return threads;
}

async function openComments(
  place: Thread['place'],
  kind: Thread['kind'],
  steps: Steps,
): Promise<Thread[]> {
  const open = { ...place, status: 'open', order: 'asc', format: 'markdown' };
  const comments = await steps.list<Comment>(`list_${kind}_comments`, open, MAX_THREADS);
  return comments.map((comment) => ({ ...comment, place, kind }));
}

async function withReplies({ place, kind, ...comment }: Thread, steps: Steps) {
  const where = { ...place, commentId: comment.id, format: 'markdown' };
  const thread =
    comment.replies > 0
      ? await steps.list<Comment>(`list_${kind}_comment_replies`, where, MAX_REPLIES)
      : [];
  const page = comment.target?.page;
  return {
    ...brief(comment),
    status: comment.status,
    replies: comment.replies,
    ...(page && { page: { id: page.id, title: page.title } }),
    ...(comment.changeRequest && { changeRequest: comment.changeRequest }),
    thread: thread.map(brief),
  };
}

/** Who said what, and when; the rest of a comment is for its own tool. */
function brief({ object, id, postedBy, postedAt, body }: Comment) {
  return { object, id, postedBy: { displayName: postedBy?.displayName }, postedAt, body };
}
