import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as scheduleNow } from 'node:timers';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../src/database.ts';
import { NO_FAULTS } from '../src/http/faults.ts';
import { readBody } from '../src/http/input.ts';
import type { Route } from '../src/http/route.ts';
import { createApiServer } from '../src/http/server.ts';
import { Background } from '../src/runtime/background.ts';
import { anyAddress } from '../src/runtime/outbound.ts';
import { seedOnce } from '../src/seed/prepare.ts';
import { DEV_GUIDE, startTestPlatform } from './support.ts';

const REQUESTS = 12;

/** Requests whose bodies end together, after all else of them has been read, and the turns in which they are parsed. */
async function turnsOf(body: string): Promise<number[]> {
  let turn = 0;
  const turns: number[] = [];
  let end = () => {};
  const ends = new Promise<void>((resolve) => {
    end = resolve;
  });
  const next = () => {
    turn += 1;
    if (turn === 3 * REQUESTS) end();
    if (turns.length < REQUESTS) scheduleNow(next);
  };
  scheduleNow(next);
  const pieces = async function* () {
    yield Buffer.from(body.slice(0, -1));
    await ends;
    yield Buffer.from(body.slice(-1));
  };
  const schema = z.unknown().transform(() => turns.push(turn));
  await Promise.all(
    Array.from({ length: REQUESTS }, () => readBody(requestOf(pieces()), schema, 1_000_000)),
  );
  return turns;
}

function requestOf(pieces: Iterable<Buffer> | AsyncIterable<Buffer>): IncomingMessage {
  const headers = { 'content-type': 'application/json' };
  const request = Object.assign(Readable.from(pieces), { headers, socket: { bytesRead: 0 } });
  return request as unknown as IncomingMessage;
}

it('parses large bodies that arrived together in a turn each', async () => {
  const text = 'word '.repeat(4_000);
  expect(new Set(await turnsOf(JSON.stringify({ text }))).size).toBe(REQUESTS);
});

it('parses small bodies at once', async () => {
  expect(new Set(await turnsOf('{}')).size).toBeLessThan(REQUESTS);
});

it('reads large bodies that arrived together in a turn each', async () => {
  let turn = 0;
  let isDone = false;
  const next = () => {
    turn += 1;
    if (!isDone) scheduleNow(next);
  };
  scheduleNow(next);
  const piece = Buffer.alloc(64 * 1024, ' ');
  const turns: number[] = [];
  const request = () => {
    const pieces = function* () {
      for (let at = 0; at < 4; at += 1) {
        turns.push(turn);
        yield piece;
      }
    };
    return readBody(requestOf(pieces()), z.unknown(), 1_000_000).catch(() => {});
  };
  await Promise.all(Array.from({ length: REQUESTS }, request));
  isDone = true;
  expect(new Set(turns).size).toBeGreaterThan(2 * REQUESTS);
});

it('is not at fault when a client leaves while it sends', async () => {
  const platform = await startTestPlatform();
  const { port } = new URL(platform.url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    `POST /v1/spaces/${DEV_GUIDE}/change-requests HTTP/1.1`,
    'Host: 127.0.0.1',
    'Authorization: Bearer demo-admin-token',
    'Content-Type: application/json',
    'Content-Length: 900000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{"subject":"`);
  await platform.admin('GET', '/user');
  socket.destroy();
  await once(socket, 'close');
  await platform.admin('GET', '/user');
  await expect(platform.close()).resolves.toBeUndefined();
});

it.each(['GET', 'POST'] as const)('drops a %s whose client has left', async (method) => {
  const db = openDatabase(undefined);
  const { tokens } = seedOnce(db, 'demo', undefined);
  const background = new Background(() => {});
  const handled: string[] = [];
  const route = {
    method,
    template: '/v1/thing/{left}',
    body: method === 'POST' ? z.unknown() : undefined,
    handle: ({ params }) => ({ handled: handled.push(params.left ?? '') }),
  } as Partial<Route> as Route;
  let leave = (_: Socket) => {};
  const server = createApiServer({
    db,
    profile: 'contract',
    routes: [route],
    open: async ({ socket }) => {
      leave(socket);
      return undefined;
    },
    runtime: { background, mayAsk: anyAddress, doublesTitles: false, indexed: async () => {} },
    faults: NO_FAULTS,
    onError: () => {},
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/thing`;
  const [token] = Object.values(tokens);
  const send = (name: string) =>
    fetch(`${url}/${name}`, { method, headers: { authorization: `Bearer ${token}` } });
  await send('stayed');
  leave = (socket) => socket.destroy();
  await expect(send('left')).rejects.toThrow();
  leave = () => {};
  await send('stayed');
  expect(handled).toEqual(['stayed', 'stayed']);
  server.close();
  server.closeAllConnections();
  await background.close();
  db.close();
});
