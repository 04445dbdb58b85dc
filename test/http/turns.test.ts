import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AnswerTurns } from '../../src/server/http/answer-turns.ts';
import { LargeBodies } from '../../src/server/http/large-bodies.ts';

/** A request of the caller whose name begins its name. */
function named(name: string) {
  const response = new EventEmitter() as ServerResponse;
  return { party: name.slice(0, 1), address: name.slice(0, 1), response };
}

test('answers begin one in each turn of the event loop, and callers alternate', async () => {
  const turns = new AnswerTurns();
  const begun: string[] = [];
  for (const step of ['a1', 'a2', 'a3', 'b1']) turns.take(named(step), () => begun.push(step));
  const gone = named('a4');
  turns.take(gone, () => begun.push('gone'));
  gone.response.emit('close');
  const leave = turns.take(named('c1'), () => begun.push('left'));
  leave?.();
  const seen: string[] = [];
  while (begun.length < 4) {
    seen.push(begun.join(' '));
    await setImmediate();
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  expect(seen).toEqual(['a1', 'a1 a2', 'a1 a2 b1']);
});

test('an answer begins at once if no other did in this turn', async () => {
  const turns = new AnswerTurns();
  const begun: number[] = [];
  for (const step of [1, 2]) {
    expect(turns.take(named('a'), () => begun.push(step))).toBeUndefined();
    expect(begun).toContain(step);
    await setImmediate();
    await setImmediate();
  }
});

const never = () => expect.unreachable('nothing is dropped');

test('large bodies are parsed one at a time, and callers alternate', async () => {
  const bodies = new LargeBodies();
  const begun: string[] = [];
  const reading = new Set<string>();
  let most = 0;
  const done = ['a1', 'a2', 'a3', 'b1'].map(
    (name) =>
      new Promise<void>((resolve) => {
        const parse = async () => {
          begun.push(name);
          reading.add(name);
          most = Math.max(most, reading.size);
          await setImmediate();
          reading.delete(name);
          resolve();
        };
        bodies.add({ ...named(name), size: 1, parse, drop: never });
      }),
  );
  const gone = named('a4');
  bodies.add({ ...gone, size: 1, parse: async () => void begun.push('gone'), drop: never });
  gone.response.emit('close');
  await Promise.all(done);
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  expect(most).toBe(1);
});

test('if more than 128 MB wait, the oldest body of the address with the most is dropped', async () => {
  const bodies = new LargeBodies();
  const done: string[] = [];
  const begin = () => setImmediate();
  const add = (name: string, megabytes: number) => {
    const parse = async () => void done.push(name);
    const drop = () => done.push(`${name} dropped`);
    bodies.add({ ...named(name), size: megabytes * 1024 * 1024, parse, drop });
  };
  bodies.add({ ...named('a0'), size: 0, parse: begin, drop: never });
  for (const name of ['b1', 'a1', 'a2']) add(name, 40);
  expect(done).toEqual([]);
  add('c1', 40);
  expect(done).toEqual(['a1 dropped']);
  await expect.poll(() => done).toEqual(['a1 dropped', 'b1', 'a2', 'c1']);
  // Those that were parsed or dropped no longer count.
  bodies.add({ ...named('a0'), size: 0, parse: begin, drop: never });
  add('a3', 128);
  expect(done).not.toContain('a3 dropped');
});
