import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import { ApiError, unprocessable } from '../errors.ts';
import { currentOwner } from '../runtime/owner.ts';
import { Gate } from './gate.ts';
import { type ExceededTime, jobClock } from './job-clock.ts';
import type { TaskResult, WorkerJob, WorkerTask } from './task.ts';

/** Maximum processor time of one job. */
const TIME_LIMIT_MS = 60_000;

const MEMORY_LIMIT_MB = 1_024;

/**
 * Maximum number of threads: all cores except the one that answers, but at least four. One is reserved for short jobs,
 * and one for the long jobs of somebody else.
 */
const THREADS = Math.min(5, Math.max(4, availableParallelism() - 1));

/** Maximum characters of all texts of a short job. */
const MAX_SHORT = 100_000;

/** Maximum number of jobs of one owner that wait for a thread. */
const MAX_WAITING = 500;

/** Idle time after which a thread ends. */
const IDLE_MS = 30_000;

const gate = new Gate({
  places: THREADS,
  longOfOwner: THREADS - 2,
  waitingOfOwner: MAX_WAITING,
});

/** The threads, and a signal that they cannot be started. */
interface ThreadPool {
  pool: Tinypool;
  broken: AbortController;
}

let threads: ThreadPool | undefined;

export interface JobLimits {
  /** Asks the job to give up; it rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** Milliseconds of processor time that the job may take once it runs. */
  timeLimit?: number;
  /** Memory of the input that the thread takes over, so that it is not copied. Nobody may use it afterwards. */
  moves?: ArrayBufferLike[];
}

/**
 * Runs one task in a worker thread, which keeps the event loop free.
 * @throws {ApiError} what the task refuses; 422 when it takes more time or memory than it may; 503 when too many
 * jobs wait already, or the machine is too busy to do it.
 */
export async function inWorker<In, Out>(
  task: WorkerTask<In, Out>,
  input: In,
  limits: JobLimits = {},
): Promise<Out> {
  const [outcome] = await runInWorker(task, [input], limits);
  return valueOrRefusal(outcome as TaskResult<Out>);
}

/** Like `inWorker`, for several inputs of one job. Refusals of the task are returned per input, in order. */
export async function runInWorker<In, Out>(
  { name }: WorkerTask<In, Out>,
  inputs: readonly In[],
  { signal, timeLimit = TIME_LIMIT_MS, moves = [] }: JobLimits = {},
): Promise<TaskResult<Out>[]> {
  return await gate.enter(
    { owner: currentOwner(), isLong: isLong(inputs) },
    async () => {
      signal?.throwIfAborted();
      threads ??= start();
      const { pool, broken } = threads;
      const overTime = new AbortController();
      const stops = [overTime.signal, broken.signal, ...(signal ? [signal] : [])];
      const job: WorkerJob = { name, inputs };
      const end = jobClock.start(timeLimit, (time) => overTime.abort(exceeded(time)));
      try {
        return await pool.run(job, {
          signal: AbortSignal.any(stops),
          transferList: moves as ArrayBuffer[],
        });
      } catch (error) {
        for (const stop of [signal, broken.signal, overTime.signal]) stop?.throwIfAborted();
        throw isOutOfMemory(error) ? outOfMemory() : error;
      } finally {
        end();
      }
    },
    signal,
  );
}

/** Whether a job may take so long that short ones must not wait for it. */
function isLong(inputs: readonly unknown[]): boolean {
  let characters = 0;
  for (const input of inputs) characters += typeof input === 'string' ? input.length : Infinity;
  return characters > MAX_SHORT;
}

/** The value of a task's result; throws its refusal. */
export function valueOrRefusal<T>(outcome: TaskResult<T>): T {
  if ('value' in outcome) return outcome.value;
  throw new ApiError(outcome.status, outcome.message);
}

function exceeded({ ms, isBusy }: ExceededTime): ApiError {
  if (isBusy) return new ApiError(503, 'The server is busy; try again', { 'retry-after': '30' });
  return unprocessable(
    `The content takes longer than ${ms / 1000} s to work through; split it into smaller parts`,
  );
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function outOfMemory(): ApiError {
  return unprocessable(
    `The content takes more than ${MEMORY_LIMIT_MB} MB to work through; split it into smaller parts`,
  );
}

function start(): ThreadPool {
  const isSource = import.meta.url.endsWith('.ts');
  const broken = new AbortController();
  const pool = new Tinypool({
    filename: new URL(isSource ? '../tasks.ts' : './platform-tasks.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    execArgv: isSource ? ['--import', new URL('./source-loader.mjs', import.meta.url).href] : [],
  });
  pool.on('error', (error) => {
    threads = undefined;
    broken.abort(error);
  });
  return { pool, broken };
}
