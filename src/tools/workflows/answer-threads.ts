import { z } from 'zod';
import { PlatformError } from '../../client/index.ts';
import { idOf } from '../../operations/ids.ts';
import { type ItemOutcome, operations } from '../../operations/index.ts';
import { ChangeRequestId, SpaceId } from '../../operations/params.ts';
import { explainPlatformError } from '../errors.ts';
import { Refusal } from '../refusal.ts';
import type { Tool } from '../tool.ts';
import { type FindComment, finderIn } from './threads/find.ts';
import { type Steps, workflow } from './workflow.ts';

const MAX_THREADS = 100;

const ThreadAnswer = z.strictObject({
  commentId: idOf('comment'),
  changeRequestId: ChangeRequestId.optional().meta({
    description: 'id or number; found if absent',
    onDemand: true,
  }),
  reply: z.string().min(1).optional().describe('markdown'),
  resolve: z.boolean().optional().describe('false reopens'),
});

type ThreadAnswer = z.output<typeof ThreadAnswer>;

/** The outcome for one thread. */
interface ThreadOutcome {
  id: string;
  /** The number of its change request, if that had to be found. */
  changeRequest?: number;
  outcome: string;
  failed?: true;
}

/** Answers comments of a space and of its change requests; a failure does not stop the others. */
export const answerThreads: Tool = workflow({
  name: 'answer_threads',
  title: 'Answer threads',
  summary: 'Reply to, resolve or reopen comments of a space and its change requests.',
  tasks: [
    'answer several comments at once',
    'reply to comments and resolve them',
    'close all open threads',
    'work off the open comments',
    'resolve all comments',
    'reply to several comments',
  ],
  toolset: 'space-comments',
  supersedes: [
    operations.postSpaceCommentReply.tool,
    operations.resolveSpaceComment.tool,
    operations.postChangeRequestCommentReply.tool,
    operations.resolveChangeRequestComment.tool,
  ],
  effect: 'update',
  calls: [],
  mayCall: [
    operations.getSpaceComment,
    operations.postSpaceCommentReply,
    operations.resolveSpaceComment,
    operations.listChangeRequests,
    operations.listChangeRequestComments,
    operations.postChangeRequestCommentReply,
    operations.resolveChangeRequestComment,
  ],
  input: { spaceId: SpaceId, threads: z.array(ThreadAnswer).min(1).max(MAX_THREADS) },
  output: z.looseObject({ items: z.array(z.looseObject({ id: z.string(), outcome: z.string() })) }),
  check: ({ threads }) => problemIn(threads as readonly ThreadAnswer[]),
  outcomes: ({ items }) => (items as readonly ThreadOutcome[]).map(outcomeOf),
  async work({ spaceId, threads }, steps) {
    const find = finderIn(spaceId, steps);
    const items: ThreadOutcome[] = [];
    /** A failure that every further request would meet as well. */
    let end: unknown;
    for (const answer of threads) {
      const result: ThreadOutcome = { id: answer.commentId, outcome: '' };
      const done: string[] = [];
      try {
        if (end !== undefined) throw end;
        await answerThread(answer, result, done, find, steps);
        result.outcome = done.join(' and ');
      } catch (error) {
        if (items.length + done.length === 0) await requireSpace(error, spaceId, steps);
        if (wouldFailAgain(error)) end = error;
        const left = requestedActions(answer).filter((act) => !done.includes(act));
        result.outcome = [...done, `not ${left.join(', not ')}: ${reasonOf(error)}`].join('; ');
        result.failed = true;
      }
      items.push(result);
      await steps.finish(`${result.id}: ${result.outcome}`);
    }
    return { items };
  },
});

/** Performs the requested actions, and records each that is done. */
async function answerThread(
  { commentId, changeRequestId, reply, resolve }: ThreadAnswer,
  outcome: ThreadOutcome,
  done: string[],
  find: FindComment,
  steps: Steps,
): Promise<void> {
  const { number, isResolved, ...where } = await find(commentId, changeRequestId);
  if (number !== undefined) outcome.changeRequest = number;
  const { reply: post, resolve: settle } = writersOf(where);
  if (reply !== undefined) {
    await steps.send(post, { ...where, commentId, body: { markdown: reply } });
    done.push('replied');
  }
  if (resolve !== undefined) {
    await steps.send(settle, { ...where, commentId, resolved: resolve });
    done.push(resolve || isResolved !== false ? stateOf(resolve) : 'left open');
  }
}

function writersOf({ changeRequestId }: { changeRequestId?: string }) {
  return changeRequestId === undefined
    ? { reply: operations.postSpaceCommentReply, resolve: operations.resolveSpaceComment }
    : {
        reply: operations.postChangeRequestCommentReply,
        resolve: operations.resolveChangeRequestComment,
      };
}

function requestedActions({ reply, resolve }: ThreadAnswer): string[] {
  return [
    ...(reply === undefined ? [] : ['replied']),
    ...(resolve === undefined ? [] : [stateOf(resolve)]),
  ];
}

function stateOf(resolve: boolean): string {
  return resolve ? 'resolved' : 'reopened';
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof PlatformError) return explainPlatformError(error, answerThreads);
  throw error;
}

/** Reports a missing space as such, so that its id can be looked up as a title. */
async function requireSpace(error: unknown, spaceId: string, steps: Steps): Promise<void> {
  if (!(error instanceof PlatformError) || error.status !== 404) return;
  await steps.list(operations.listChangeRequests, { spaceId, status: 'open' }, 1);
}

/** Without a connection, a valid token or a free slot, no other request succeeds either. */
function wouldFailAgain(error: unknown): boolean {
  if (!(error instanceof PlatformError)) return false;
  const { status, kind } = error;
  return kind !== 'invalid_request' && (status === undefined || status === 401 || status === 429);
}

/** Why the threads contradict each other; undefined if they do not. */
function problemIn(threads: readonly ThreadAnswer[]): string | undefined {
  const seen = new Set<string>();
  for (const [at, answer] of threads.entries()) {
    const { commentId } = answer;
    if (requestedActions(answer).length === 0) return `threads[${at}]: give reply, resolve or both`;
    if (seen.has(commentId)) {
      return `threads[${at}]: comment ${commentId} occurs twice; give its reply and resolve in one item`;
    }
    seen.add(commentId);
  }
  return undefined;
}

function outcomeOf({ id, outcome, failed }: ThreadOutcome): ItemOutcome {
  return { item: id, outcome, failed: failed === true };
}
