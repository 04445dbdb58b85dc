import { type JobCaller, OverLimit, ThreadPool } from '../thread-pool.ts';
import visibleHunks, { type TextVersions } from './tasks.ts';

/** Texts of fewer characters in all are compared within milliseconds. */
const MAX_LIGHT = 16_000;

const pool = new ThreadPool<TextVersions, string>(
  import.meta.url,
  { source: './tasks.ts', built: './content-tasks.js' },
  { threads: 2, timeMs: 60_000, memoryMb: 1_024 },
);

/**
 * The hunks of a unified diff of two texts as readers see them; in a worker thread if they are long. If they take too
 * long to compare, it says so.
 */
export async function visibleDiff(versions: TextVersions, caller: JobCaller): Promise<string> {
  if (versions.before.length + versions.after.length <= MAX_LIGHT) return visibleHunks(versions);
  try {
    return await pool.run(versions, caller);
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    return `The difference is left out: these texts take more than ${error.limit} to compare.`;
  }
}
