import { z } from 'zod';
import { type Steps, workflow } from './workflow.ts';

interface Comment {
  id: string;
  postedAt: string;
  replies: number;
  [field: string]: unknown;
}

interface ChangeRequest {
  id: string;
  number: number;
  subject: string;
}

const MAX_THREADS = 500;
const MAX_REPLIES = 100;
const UNFINISHED = ['open', 'draft'];

/** Everything that waits for somebody in a space, for triage. */
export const listOpenThreads = workflow({
  name: 'list_open_threads',
  title: 'List open threads',
  summary:
    'List unresolved comments with replies across a space and its change requests, oldest first.',
  toolset: 'space-comments',
  effect: 'read',
  input: { spaceId: z.string().min(1) },
  output: z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) }),
  async work({ spaceId }, steps) {
    const threads = await openThreads(steps, { spaceId }, 'space');
    await steps.finish('read the comments of the space');
    for (const status of UNFINISHED) {
      const where = { spaceId, status };
      for (const { id, number, subject } of await steps.list<ChangeRequest>(
        'list_change_requests',
        where,
        MAX_THREADS,
      )) {
        const found = await openThreads(steps, { spaceId, changeRequestId: id }, 'change_request');
        threads.push(
          ...found.map((thread) => ({ ...thread, changeRequest: { id, number, subject } })),
        );
        await steps.finish(`read the comments of change request ${number}`);
      }
    }
    return { items: threads.sort((a, b) => a.postedAt.localeCompare(b.postedAt)) };
  },
});

async function openThreads(
  steps: Steps,
  place: { spaceId: string; changeRequestId?: string },
  kind: 'space' | 'change_request',
): Promise<Comment[]> {
  const format = 'markdown';
  const comments = await steps.list<Comment>(
    `list_${kind}_comments`,
    { ...place, status: 'open', order: 'asc', format },
    MAX_THREADS,
  );
  const threads: Comment[] = [];
  for (const comment of comments) {
    const where = { ...place, commentId: comment.id, format };
    const thread =
      comment.replies > 0
        ? await steps.list(`list_${kind}_comment_replies`, where, MAX_REPLIES)
        : [];
    threads.push({ ...comment, thread });
  }
  return threads;
}
