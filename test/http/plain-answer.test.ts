import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type PlainAnswer, PlainAnswers } from '../../src/server/http/plain-answer.ts';
import { send } from './send.ts';

/** A server whose requests are answered by the test. */
async function serving(answer: (response: ServerResponse, path: string) => void) {
  const server = createServer(({ url = '' }, response) => answer(response, url));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => new Promise((resolve) => server.close(() => resolve()));
  const { port } = server.address() as AddressInfo;
  return (path: string) => send(port, { path });
}

let close = (): Promise<void> => Promise.resolve();
afterEach(() => close());

test('answers that become ready together are all sent and completed', async () => {
  const answers = new PlainAnswers();
  const done: string[] = [];
  const waiting: ServerResponse[] = [];
  const opened: [PlainAnswer, string][] = [];
  const ask = await serving((response, path) => {
    waiting.push(response);
    opened.push([answers.open(response, 'modern', 'r1'), path]);
    if (opened.length < 3) return;
    for (const [answer, its] of opened) {
      const text = its === '/utf8' ? 'ä€😀' : 'plain';
      answer.result([`{"text":"${text}"`], its, () => {
        done.push(`${its} ${waiting.filter((other) => other.writableEnded).length}`);
      });
      if (its !== '/b') expect(waiting.some((each) => each.writableEnded)).toBe(false);
    }
  });
  const answered = await Promise.all(['/a', '/utf8', '/b'].map(ask));
  expect(answered.map(({ body }) => JSON.parse(body).result.text)).toEqual([
    'plain',
    'ä€😀',
    'plain',
  ]);
  expect(done.map((line) => line.split(' ')[1])).toEqual(['3', '3', '3']);
});

test('the queue of answers is flushed at its limit', async () => {
  const answers = new PlainAnswers();
  const all = 64 + 3;
  const waiting: ServerResponse[] = [];
  let sentAtOnce = 0;
  const ask = await serving((response) => {
    if (waiting.push(response) < all) return;
    const opened = waiting.map((each) => answers.open(each, 'modern', 'r1'));
    for (const answer of opened.slice(1)) answer.result(['{'], 1, () => undefined);
    sentAtOnce = waiting.filter(({ writableEnded }) => writableEnded).length;
    opened[0]?.result(['{'], 1, () => undefined);
  });
  const answered = await Promise.all(Array.from({ length: all }, () => ask('/')));
  expect(answered.map(({ status }) => status)).toEqual(Array.from({ length: all }, () => 200));
  expect(sentAtOnce).toBe(64);
});

test('an answer is sent at once while no other is open', async () => {
  const answers = new PlainAnswers();
  let isSent = false;
  const ask = await serving((response) => {
    answers.open(response, 'legacy', 'r1').result(['{'], 1, () => undefined);
    isSent = response.writableEnded;
  });
  for (const path of ['/first', '/second']) {
    isSent = false;
    await ask(path);
    expect(isSent).toBe(true);
  }
});

test('an abandoned answer keeps no other waiting', async () => {
  const answers = new PlainAnswers();
  const waiting: ServerResponse[] = [];
  let isSent = false;
  const ask = await serving((response) => {
    if (waiting.push(response) < 2) return;
    const [abandoned, answer] = waiting.map((each) => answers.open(each, 'legacy', 'r1'));
    abandoned?.stop();
    abandoned?.nothing();
    answer?.result(['{'], 1, () => undefined);
    isSent = response.writableEnded;
  });
  await Promise.all([ask('/abandoned'), ask('/answered')]);
  expect(isSent).toBe(true);
});

test('an answer whose client left before it was sent is completed, too', async () => {
  const answers = new PlainAnswers();
  let done = false;
  const ask = await serving((response) => {
    const answer = answers.open(response, 'legacy', 'r1');
    response.destroy();
    answer.result(['{'], 1, () => {
      done = true;
    });
  });
  await expect(ask('/')).rejects.toMatchObject({ code: 'ECONNRESET' });
  await expect.poll(() => done).toBe(true);
});

test('large answers that become ready together are sent in several turns', async () => {
  const answers = new PlainAnswers();
  const fields = Buffer.from(`{"text":"ä${'x'.repeat(600_000)}"`);
  const waiting: ServerResponse[] = [];
  const sent: number[] = [];
  const count = () => sent.push(waiting.filter(({ writableEnded }) => writableEnded).length);
  const ask = await serving(async (response) => {
    if (waiting.push(response) < 5) return;
    const opened = waiting.map((each) => answers.open(each, 'modern', 'r1'));
    for (const answer of opened) answer.encodedResult(fields, 'ü', () => undefined);
    count();
    await setImmediate();
    count();
    await setImmediate();
    count();
  });
  const answered = await Promise.all(Array.from({ length: 5 }, () => ask('/')));
  expect(sent).toEqual([2, 4, 5]);
  for (const { body } of answered) {
    const { id, result } = JSON.parse(body);
    expect([id, result.text.length]).toEqual(['ü', 600_001]);
  }
});
