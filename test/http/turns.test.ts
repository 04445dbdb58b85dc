import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AnswerTurns } from '../../src/server/http/answer-turns.ts';
import { LargeBodies } from '../../src/server/http/large-bodies.ts';

const PRESENT = { socket: { writable: true } } as IncomingMessage;
const GONE = { socket: { writable: false } } as IncomingMessage;

test('answers begin one in each turn of the event loop, and callers alternate', async () => {
  const turns = new AnswerTurns();
  const begun: string[] = [];
  for (const step of ['a1', 'a2', 'a3', 'b1']) {
    turns.take(step.slice(0, 1), PRESENT, () => begun.push(step));
  }
  turns.take('a', GONE, () => begun.push('gone'));
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
    turns.take('a', PRESENT, () => begun.push(step));
    expect(begun).toContain(step);
    await setImmediate();
    await setImmediate();
  }
});

test('large bodies are read one at a time, and callers alternate', async () => {
  const bodies = new LargeBodies();
  const begun: string[] = [];
  const reading = new Set<string>();
  let most = 0;
  const done = ['a1', 'a2', 'a3', 'b1'].map(
    (name) =>
      new Promise<void>((resolve) => {
        bodies.add(name.slice(0, 1), PRESENT, async () => {
          begun.push(name);
          reading.add(name);
          most = Math.max(most, reading.size);
          await setImmediate();
          reading.delete(name);
          resolve();
        });
      }),
  );
  bodies.add('a', GONE, async () => void begun.push('gone'));
  await Promise.all(done);
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  expect(most).toBe(1);
});
