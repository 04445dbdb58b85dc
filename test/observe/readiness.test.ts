import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ReadinessCheck } from '../../src/server/observe/readiness.ts';
import { callBy } from './calls.ts';
import { serveMonitored } from './monitored.ts';

/** A check whose platform and clock the test controls. */
function moved(isThere = true) {
  const world = { isThere, now: 0, asked: 0 };
  const check = new ReadinessCheck({
    reach: async () => {
      world.asked += 1;
      return world.isThere;
    },
    now: () => world.now,
  });
  return { world, check };
}

describe('the readiness check', () => {
  test('rarely asks the platform', async () => {
    const { world, check } = moved();
    expect(await Promise.all([check.check(), check.check()])).toEqual(['ready', 'ready']);
    world.now = 29_999;
    expect(await check.check()).toBe('ready');
    expect(world.asked).toBe(1);
    world.now = 30_000;
    world.isThere = false;
    expect(await check.check()).toBe('upstream_unreachable');
    expect(world.asked).toBe(2);
  });

  test('soon notices that the platform is back', async () => {
    const { world, check } = moved(false);
    expect(await check.check()).toBe('upstream_unreachable');
    world.isThere = true;
    world.now = 1_999;
    expect(await check.check()).toBe('upstream_unreachable');
    world.now = 2_000;
    expect(await check.check()).toBe('ready');
    expect(world.asked).toBe(2);
  });

  test('learns from calls, without asking', async () => {
    const { world, check } = moved(false);
    expect(await check.check()).toBe('upstream_unreachable');
    check.attemptEnded(undefined, { status: 404 });
    expect(await check.check()).toBe('ready');
    expect(world.asked).toBe(1);
    check.attemptEnded(undefined, { fault: 'cancelled' });
    expect(await check.check()).toBe('ready');
    expect(world.asked).toBe(1);
    check.attemptEnded(undefined, { fault: 'network' });
    expect(await check.check()).toBe('upstream_unreachable');
    check.attemptEnded(undefined, { status: 502 });
    world.isThere = true;
    expect(await check.check()).toBe('ready');
    expect(world.asked).toBe(3);
  });

  test('treats a failed check as an unreachable platform', async () => {
    const check = new ReadinessCheck({ reach: () => Promise.reject(new Error('broken')) });
    expect(await check.check()).toBe('upstream_unreachable');
  });

  test('reports the shutdown, whatever the platform does', async () => {
    const { world, check } = moved();
    check.drain();
    expect(await check.check()).toBe('draining');
    expect(world.asked).toBe(0);
  });
});

/** A platform that the test stops and starts on one port. */
async function platformOn(port: number): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

test('/readyz follows the platform, and /healthz does not', async () => {
  let platform = await platformOn(0);
  const { port } = platform.address() as AddressInfo;
  const server = await serveMonitored([], { DOCS_PLATFORM_URL: `http://127.0.0.1:${port}` });
  const ready = await server.status('/readyz');
  expect(ready).toMatchObject({ status: 200, body: '{"status":"ready"}' });
  expect(ready.headers['cache-control']).toBe('no-store');

  platform.close();
  platform.closeAllConnections();
  const failed = await server.send(callBy('one', 'list_organizations'));
  expect(failed.body).toContain('"isError":true');
  expect(await server.status('/readyz')).toMatchObject({
    status: 503,
    body: '{"status":"upstream_unreachable"}',
  });
  expect((await server.status('/healthz')).status).toBe(200);

  platform = await platformOn(port);
  await server.send(callBy('one', 'list_organizations'));
  expect((await server.status('/readyz')).status).toBe(200);
  await server.stop();
  platform.close();
  platform.closeAllConnections();
});
