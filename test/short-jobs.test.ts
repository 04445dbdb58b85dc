import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ShortJobs } from '../src/short-jobs.ts';

/** Keeps the main thread busy for two milliseconds. */
function busy(): void {
  const end = performance.now() + 2;
  while (performance.now() < end);
}

test('other work gets turns, however many jobs there are at once', async () => {
  const jobs = new ShortJobs();
  let done = 0;
  const all = Promise.all(
    Array.from({ length: 50 }, () =>
      jobs.run({ party: '', work: {} }, async () => {
        await undefined;
        busy();
        done += 1;
      }),
    ),
  );
  await setImmediate();
  expect(done).toBeLessThan(10);
  await all;
  expect(done).toBe(50);
});

test('the same for jobs of which each waits for the one before', async () => {
  const jobs = new ShortJobs();
  let done = 0;
  const all = (async () => {
    for (; done < 50; done += 1) await jobs.run({ party: '', work: {} }, busy);
  })();
  await setImmediate();
  expect(done).toBeLessThan(10);
  await all;
});

test('callers take turns', async () => {
  const jobs = new ShortJobs();
  const order: string[] = [];
  const run = (party: string) => jobs.run({ party, work: {} }, () => order.push(party));
  const many = ['a', 'a', 'a', 'a'].map(run);
  await Promise.all([...many, run('b')]);
  expect(order).toEqual(['a', 'a', 'b', 'a', 'a']);
});

test('a job that fails fails alone', async () => {
  const jobs = new ShortJobs();
  const fails = jobs.run({ party: '', work: {} }, () => {
    throw new Error('no');
  });
  const works = jobs.run({ party: '', work: {} }, () => 'yes');
  await expect(fails).rejects.toThrow('no');
  expect(await works).toBe('yes');
});
