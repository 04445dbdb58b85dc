import { expect, test } from 'vitest';
import { OverLimit, ThreadPool } from '../src/thread-pool.ts';

const file = new URL('fixtures/hungry-task.mjs', import.meta.url).href;

test('a job that takes too much memory is ended with the limit, and the next ones run', async () => {
  const pool = new ThreadPool<number, number>(
    import.meta.url.replace(/\.ts$/, '.js'),
    { source: file, built: file },
    { threads: 1, timeMs: 60_000, memoryMb: 32 },
  );
  await expect(pool.run(200)).rejects.toEqual(new OverLimit('32 MB'));
  expect(await pool.run(2)).toBe(2);
});
