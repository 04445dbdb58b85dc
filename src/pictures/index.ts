import { type JobCaller, OverLimit, ThreadPool } from '../thread-pool.ts';
import type { Fitted, PictureLimits } from './picture.ts';
import type { PictureJob } from './tasks.ts';

export type { Fitted, Picture, PictureLimits } from './picture.ts';

/** One picture takes a second or two on a slow machine. */
const LIMITS = { threads: 2, timeMs: 20_000, memoryMb: 512, waiting: 100 };

const pool = new ThreadPool<PictureJob, Fitted>(
  import.meta.url,
  { source: './tasks.ts', built: './picture-tasks.js' },
  LIMITS,
);

/** Converts foreign bytes to a picture within the limits. A worker thread decodes them, so no other caller waits. */
export async function fitPicture(
  bytes: Uint8Array,
  frame: PictureLimits,
  signal?: JobCaller['signal'],
): Promise<Fitted> {
  try {
    return await pool.run({ bytes, frame }, { signal });
  } catch (error) {
    if (error instanceof OverLimit) return { refused: `takes more than ${error.limit} to read` };
    throw error;
  }
}
