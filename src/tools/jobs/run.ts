import { ShortJobs } from '../../short-jobs.ts';
import { knownResults } from '../../text/index.ts';
import { type JobCaller, OverLimit, ThreadPool } from '../../thread-pool.ts';
import { Refusal } from '../refusal.ts';
import type { JOBS } from './jobs.ts';

/** Jobs on fewer characters than this in all need no thread: each takes too little time for others to notice. */
const MAX_LIGHT = 16_000;

type Jobs = typeof JOBS;
export type JobName = keyof Jobs;
export type JobInput<Name extends JobName = JobName> = Parameters<Jobs[Name]>[0];
export type JobOutput<Name extends JobName = JobName> = Awaited<ReturnType<Jobs[Name]>>;

export interface Job<Name extends JobName = JobName> {
  name: Name;
  input: JobInput<Name>;
  /** Its long texts as readers see them, as far as that is known. */
  sanitized?: ReturnType<typeof knownResults>;
}

const pool = new ThreadPool<Job, unknown>(
  import.meta.url,
  { source: './tasks.ts', built: './tool-tasks.js' },
  { threads: 3, timeMs: 60_000, memoryMb: 1_024 },
);

const shortJobs = new ShortJobs();

/**
 * Does work on texts that may be long; in a worker thread if they are, or if it may take long even on short texts.
 * @throws {Refusal} if it exceeds a limit.
 */
export async function runJob<Name extends JobName>(
  name: Name,
  input: JobInput<Name>,
  caller: JobCaller,
  { isHeavy = false } = {},
): Promise<JobOutput<Name>> {
  const characters = charactersIn(input);
  if (!isHeavy && characters < MAX_LIGHT) {
    const { JOBS: jobs } = await import('./jobs.ts');
    const job = jobs[name] as (given: JobInput<Name>) => Promise<JobOutput<Name>>;
    const { party = '', signal } = caller;
    return shortJobs.run({ party, work: signal ?? {} }, () => job(input));
  }
  try {
    return (await pool.run(
      { name, input, sanitized: knownResults(input) },
      caller,
    )) as JobOutput<Name>;
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    const advice = error.isBusy
      ? 'Try again later.'
      : 'Give fewer pages, shorter texts or a simpler expression.';
    throw new Refusal(
      `This call was stopped: its work on ${characters} characters takes more than ${error.limit}. ${advice}`,
    );
  }
}

/** The characters in JSON data, or enough of them to know that they are many. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + charactersIn(member), 0);
}
