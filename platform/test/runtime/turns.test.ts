import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { countConnections, yieldToOthers } from '../../src/runtime/turns.ts';
import { openConnections } from '../many-connections.ts';

const CONNECTIONS = 30;

test('work yields until all connections that arrived meanwhile are accepted', async () => {
  let accepted = 0;
  const server = createServer(() => {
    accepted += 1;
  });
  countConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { clients, opened } = openConnections(port, CONNECTIONS);
  // The kernel has all of them then.
  while (Atomics.load(opened, 0) < CONNECTIONS) {
    Atomics.wait(opened, 0, Atomics.load(opened, 0), 1_000);
  }
  await yieldToOthers();
  expect(accepted).toBe(CONNECTIONS);
  await clients.terminate();
  server.close();
});

test('pieces of work that yield together go on in different turns of the event loop', async () => {
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  const resumed: number[] = [];
  const work = async () => {
    for (let slice = 0; slice < 3; slice += 1) {
      await yieldToOthers();
      resumed.push(turn);
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
  isDone = true;
  expect(new Set(resumed).size).toBe(60);
});
