import { existsSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { startTestPlatform } from './support.ts';

const CONNECTIONS = 700;

/** How many connections may wait at all; 0 where that is not known. */
const LIMIT_FILE = '/proc/sys/net/core/somaxconn';
const limit = existsSync(LIMIT_FILE) ? Number(readFileSync(LIMIT_FILE, 'utf8')) : 0;

/** Opens connections while the main thread is busy. */
const CLIENTS = `
  const { connect } = require('node:net');
  const { workerData: { port, opened, connections } } = require('node:worker_threads');
  for (let at = 0; at < connections; at += 1) {
    connect(port, '127.0.0.1', () => {
      Atomics.add(opened, 0, 1);
      Atomics.notify(opened, 0);
    });
  }
`;

it.runIf(limit >= CONNECTIONS)('lets hundreds of connections wait to be accepted', async () => {
  const platform = await startTestPlatform();
  const opened = new Int32Array(new SharedArrayBuffer(4));
  const clients = new Worker(CLIENTS, {
    eval: true,
    workerData: { port: Number(new URL(platform.url).port), opened, connections: CONNECTIONS },
  });
  for (let found = 0; found < CONNECTIONS; found = Atomics.load(opened, 0)) {
    if (Atomics.wait(opened, 0, found, 10_000) === 'timed-out') break;
  }
  expect(Atomics.load(opened, 0)).toBe(CONNECTIONS);
  await clients.terminate();
  await platform.close();
});
