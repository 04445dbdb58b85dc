import { Server } from 'node:net';
import { setImmediate as scheduleNow } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { asOwner } from '../../src/runtime/owner.ts';
import { countConnections, turnForLargePiece } from '../../src/runtime/turns.ts';
import { settleFindings } from '../../src/workers/computed.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('requests that arrive together take a turn each, and users alternate', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const done: string[] = [];
  let turn = 0;
  const turns: number[] = [];
  const next = () => {
    turn += 1;
    if (done.length < 12) scheduleNow(next);
  };
  scheduleNow(next);
  const request = (user: string) =>
    asOwner(user, () =>
      settleFindings(() => {
        now += 20;
        done.push(user);
        turns.push(turn);
      }),
    );
  await Promise.all([...Array.from({ length: 11 }, () => request('busy')), request('other')]);
  expect(done.indexOf('other')).toBeLessThanOrEqual(2);
  expect(new Set(turns).size).toBe(12);
});

test('who does long work waits while connections arrive, and others do not', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const server = new Server();
  countConnections(server);
  const done: string[] = [];
  const request = (user: string, took: number) =>
    asOwner(user, () =>
      settleFindings(() => {
        now += took;
        done.push(user);
      }),
    );
  await request('slow', 20);
  const connect = () => {
    server.emit('connection');
    if (done.length < 6) scheduleNow(connect);
  };
  connect();
  const slow = request('slow', 20);
  for (let turn = 0; turn < 5; turn += 1) {
    await setImmediate();
    await request('other', 1);
  }
  await slow;
  expect(done).toEqual(['slow', ...Array.from({ length: 5 }, () => 'other'), 'slow']);
});

test('a large piece of work waits while connections arrive', async () => {
  const server = new Server();
  countConnections(server);
  await setImmediate();
  let arrived = 0;
  const connect = () => {
    server.emit('connection');
    arrived += 1;
    if (arrived < 10) scheduleNow(connect);
  };
  connect();
  await turnForLargePiece();
  expect(arrived).toBe(10);
});
