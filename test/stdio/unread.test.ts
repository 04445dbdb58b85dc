import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useBothWays } from './both-ways.ts';

const both = useBothWays();

/** Long enough for the server to read everything that it is going to read. */
const SETTLED_MS = 500;

const CALL = {
  jsonrpc: '2.0',
  id: 'call',
  method: 'tools/call',
  params: { name: 'list_organizations', arguments: {} },
};
const LIST = { jsonrpc: '2.0', method: 'tools/list' };
const CANCEL = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'call' } };

/** Ids of this many requests. */
function ids(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

test.each(['direct', 'sdk'] as const)(
  'a client that reads nothing is read no further, and later gets everything in order (%s)',
  async (path) => {
    await both.begin();
    const endpoint = both[path];
    const called = new Promise<{ dropped: Promise<unknown> }>((resolve) => {
      both.upstream.answer((_, response) => resolve({ dropped: once(response, 'close') }));
    });
    const size = (await endpoint.ask({ ...LIST, id: 'list' })).join('').length;
    endpoint.send(CALL);
    const { dropped } = await called;
    endpoint.output.pause();
    const all = ids(100);
    const lists = all.map((id) => `${JSON.stringify({ ...LIST, id })}\n`);
    // In one piece, as a pipe delivers it.
    endpoint.input.write(`${lists.join('')}${JSON.stringify(CANCEL)}\n`);
    await setTimeout(SETTLED_MS);
    const { writableLength } = endpoint.output;
    endpoint.output.resume();
    const answered: unknown[] = [];
    for (const _ of all) answered.push(JSON.parse(await endpoint.line()).id);
    expect(answered).toEqual(all);
    await dropped;
    expect(await endpoint.ask({ jsonrpc: '2.0', id: 9, method: 'ping' })).toHaveLength(1);
    expect(writableLength).toBeLessThan(1024 * 1024 + 32 * size);
  },
);

test('thousands of answers at once wait for room with one listener', async () => {
  await both.begin();
  const { direct } = both;
  direct.output.pause();
  const listeners = direct.output.listenerCount('drain');
  const all = ids(5_000);
  for (const id of all) direct.send({ jsonrpc: '2.0', id, method: 'ping' });
  await setTimeout(SETTLED_MS);
  expect(direct.output.listenerCount('drain')).toBe(listeners + 1);
  direct.output.resume();
  const answered: unknown[] = [];
  for (const _ of all) answered.push(JSON.parse(await direct.line()).id);
  expect(answered).toEqual(all);
});

test('requests before the end of the input are answered to a client that reads late', async () => {
  await both.begin();
  const { direct } = both;
  direct.output.pause();
  const all = ids(50);
  const lists = all.map((id) => JSON.stringify({ ...LIST, id }));
  direct.input.end(lists.join('\n'));
  await setTimeout(SETTLED_MS);
  direct.output.resume();
  const answered: unknown[] = [];
  for (const _ of all) answered.push(JSON.parse(await direct.line()).id);
  expect(answered).toEqual(all);
});
