import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Gate } from '../../src/workers/gate.ts';

/** A gate with four slots, and jobs that run until the test ends them. */
class Jobs {
  readonly running: string[] = [];
  readonly #gate = new Gate({ places: 4, longOfOwner: 2, waitingOfOwner: 3 });
  readonly #ends = new Map<string, () => void>();

  /** Names begin with the owner; those with an `L` are long. */
  async start(name: string, signal?: AbortSignal): Promise<void> {
    const work = () =>
      new Promise<void>((resolve) => {
        this.running.push(name);
        this.#ends.set(name, resolve);
      });
    const entered = this.#gate.enter(
      { owner: name.slice(0, 1), isLong: name.includes('L') },
      work,
      signal,
    );
    await Promise.race([entered, setImmediate()]);
  }

  async end(name: string): Promise<void> {
    this.running.splice(this.running.indexOf(name), 1);
    this.#ends.get(name)?.();
    await setImmediate();
  }
}

it('long jobs of one owner leave a slot to those of another, and one to short jobs', async () => {
  const jobs = new Jobs();
  for (const name of ['aL1', 'aL2', 'aL3', 'bL1', 'cL1', 'c1']) await jobs.start(name);
  expect(jobs.running).toEqual(['aL1', 'aL2', 'bL1', 'c1']);
});

it('the next job is one of the owner with the fewest running jobs, whoever came first', async () => {
  const jobs = new Jobs();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2']) await jobs.start(name);
  await jobs.end('a1');
  await jobs.end('a2');
  expect(jobs.running).toEqual(['a3', 'a4', 'b1', 'b2']);
  await jobs.end('b1');
  expect(jobs.running).toEqual(['a3', 'a4', 'b2', 'a5']);
});

it('too many waiting jobs of one owner are refused, and those of others are not', async () => {
  const jobs = new Jobs();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']) await jobs.start(name);
  await expect(jobs.start('a8')).rejects.toThrow('Too much work is waiting');
  await jobs.start('b1');
  await jobs.end('a1');
  expect(jobs.running).toEqual(['a2', 'a3', 'a4', 'b1']);
});

it('a job that is aborted while it waits makes room in the queue', async () => {
  const jobs = new Jobs();
  const aborted = new AbortController();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) await jobs.start(name);
  const left = expect(jobs.start('a7', aborted.signal)).resolves.toBeUndefined();
  await left;
  aborted.abort();
  await jobs.start('a8');
  await jobs.end('a1');
  await jobs.end('a2');
  await jobs.end('a3');
  expect(jobs.running).toEqual(['a4', 'a5', 'a6', 'a8']);
});
