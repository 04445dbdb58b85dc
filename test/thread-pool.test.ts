import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { OverLimit, ThreadPool } from '../src/thread-pool.ts';

const file = new URL('fixtures/hungry-task.mjs', import.meta.url).href;

test('a job that takes too much memory is terminated with the limit, and the next ones run', async () => {
  const pool = new ThreadPool<number, number>(
    import.meta.url.replace(/\.ts$/, '.js'),
    { source: file, built: file },
    { threads: 1, timeMs: 60_000, memoryMb: 32 },
  );
  await expect(pool.run(200)).rejects.toEqual(new OverLimit('32 MB'));
  expect(await pool.run(2)).toBe(2);
});

/** A pool whose jobs are numbers: the milliseconds for which a thread is busy. */
function busyPool(limits: { threads: number; timeMs?: number }) {
  const busy = new URL('fixtures/busy-task.mjs', import.meta.url).href;
  return new ThreadPool<number, number>(
    import.meta.url.replace(/\.ts$/, '.js'),
    { source: busy, built: busy },
    { timeMs: 60_000, memoryMb: 64, ...limits },
  );
}

test('a job that takes too much time is terminated, and the next ones run', async () => {
  const pool = busyPool({ threads: 1, timeMs: 500 });
  await expect(pool.run(60_000)).rejects.toBeInstanceOf(OverLimit);
  expect(await pool.run(1)).toBe(1);
});

test('the time that a job waits for a thread does not count', async () => {
  const pool = busyPool({ threads: 1, timeMs: 2_000 });
  expect(await Promise.all([900, 900, 901].map((ms) => pool.run(ms)))).toEqual([900, 900, 901]);
});

test('a caller with many jobs leaves a thread to the others, who take turns with it', async () => {
  const pool = busyPool({ threads: 2 });
  const ended: string[] = [];
  const run = (party: string, ms: number) => pool.run(ms, { party }).then(() => ended.push(party));
  const greedy = [1_000, 1, 1, 1].map((ms) => run('greedy', ms));
  await setTimeout(10);
  await Promise.all([run('modest', 1), run('modest', 1)]);
  expect(ended).toEqual(['modest', 'modest']);
  await Promise.all(greedy);
});

test('a job that is cancelled while it waits never takes a thread', async () => {
  const pool = busyPool({ threads: 1 });
  const first = pool.run(500);
  const gone = new AbortController();
  const waiting = pool.run(60_000, { signal: gone.signal });
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  expect(await first).toBe(500);
  expect(await pool.run(1)).toBe(1);
});
