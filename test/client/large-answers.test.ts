import { expect, it } from 'vitest';
import { LargeAnswers, LastAnswer, type Release } from '../../src/client/limits/large-answers.ts';
import { ask, clientOf, serve } from './support.ts';

const MIB = 1024 * 1024;

/** Room for 10 bytes, in which callers are named when they enter. */
function room() {
  const answers = new LargeAnswers(10);
  const entered: string[] = [];
  const take = (party: string, bytes: number, work: object = {}) =>
    answers.take(bytes, { party, work }, () => entered.push(party)).release;
  return { entered, take };
}

it('large answers wait until those before them have given back enough room', () => {
  const { entered, take } = room();
  const [first, second] = [take('first', 6), take('second', 6)];
  take('third', 1);
  expect(entered).toEqual(['first', 'second']);
  second();
  second();
  expect(entered).toEqual(['first', 'second', 'third']);
  take('fourth', 4);
  take('fifth', 1);
  expect(entered.at(-1)).toBe('fourth');
  first();
  expect(entered.at(-1)).toBe('fifth');
});

it('callers take turns, however many large answers one of them waits for', () => {
  const { entered, take } = room();
  const first = take('first', 10);
  for (let waiting = 0; waiting < 5; waiting += 1) take('crowd', 1);
  take('other', 10);
  first();
  expect(entered).toEqual(['first', 'crowd', 'other']);
});

it('a caller that gives up leaves the queue', () => {
  const { entered, take } = room();
  const first = take('first', 10);
  take('second', 10)();
  take('third', 10);
  first();
  expect(entered).toEqual(['first', 'third']);
});

/** Release functions that tell which were called. */
function releases() {
  const released: string[] = [];
  const release =
    (name: string): Release =>
    () =>
      released.push(name);
  return { released, release };
}

it('an answer keeps its room until it is no longer needed or another request begins', () => {
  const { released, release } = releases();
  const last = new LastAnswer();
  last.begin();
  last.end(release('first'));
  expect(released).toEqual([]);
  last.begin();
  expect(released).toEqual(['first']);
  last.end(release('second'));
  last.release();
  last.release();
  expect(released).toEqual(['first', 'second']);
});

it('an answer keeps no room while another request of its caller may wait for it', () => {
  const { released, release } = releases();
  const last = new LastAnswer();
  last.begin();
  last.begin();
  last.end(release('first'));
  expect(released).toEqual(['first']);
  last.end(undefined);
});

it('an answer that comes after the call keeps no room', () => {
  const { released, release } = releases();
  const last = new LastAnswer();
  last.begin();
  last.close();
  last.end(release('late'));
  expect(released).toEqual(['late']);
});

it('answers that wait for each other are all read', async () => {
  const bytes = Buffer.from(JSON.stringify({ text: 'x'.repeat(2 * MIB) }));
  const server = await serve((response) => response.writeHead(200).end(bytes));
  const client = clientOf(server.url);
  const lastAnswer = new LastAnswer();
  const [request, caller] = ask();
  const read = () => client.request(request, { ...caller, lastAnswer });
  const answers = await Promise.all(Array.from({ length: 8 }, read));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
});

it.each(['announced', 'unknown'])(
  'an answer of %s length is read when there is room',
  async (length) => {
    const bytes = Buffer.from(JSON.stringify({ text: 'x'.repeat(17 * MIB) }));
    const server = await serve((response) => {
      response.writeHead(
        200,
        length === 'announced' ? { 'content-length': String(bytes.length) } : {},
      );
      response.end(bytes);
    });
    const client = clientOf(server.url);
    const done: number[] = [];
    const read = async (number: number) => {
      const lastAnswer = new LastAnswer();
      const [request, caller] = ask();
      await client.request(request, { ...caller, lastAnswer });
      done.push(number);
      return lastAnswer;
    };
    const readers = [await read(1), await read(2)];
    const third = read(3);
    // Small answers need no room.
    const small = await serve((response) => response.end('{}'));
    for (let calls = 0; calls < 5; calls += 1) await clientOf(small.url).request(...ask());
    expect(done).toEqual([1, 2]);
    for (const reader of readers) reader.release();
    await third;
    expect(done).toEqual([1, 2, 3]);
  },
);
