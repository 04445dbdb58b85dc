import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { McpConnection } from '../../support/clients.ts';
import { type SeenUpstream, seeUpstream } from '../../support/seen-upstream.ts';
import { type SubscribedClient, subscriber } from '../../support/subscriber.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { INTERVAL, modern } from './world.ts';

const SPACE = /^GET \/v1\/spaces\/s1$/;
const CONTENT = /^GET \/v1\/spaces\/s1\/content\b/;

let revision = 'r1';
let organization = 'o1';
let title = 'One';
let updatedAt = '2026-01-01T00:00:00.000Z';
let upstream: Upstream;
let seen: SeenUpstream;
let connection: McpConnection;
let client: SubscribedClient;

/** The current service, which states its release and the revision of a space. */
beforeAll(async () => {
  upstream = await startUpstream();
  upstream.answer(({ url }, response) => {
    const answers: Record<string, unknown> = {
      '/v1/': { version: '1.0.0' },
      '/v1/spaces/s1': { id: 's1', organization, revision },
      '/v1/spaces/s1/content': {
        id: revision,
        pages: [
          { id: 'p1', title, path: 'one', updatedAt, urls: { app: `/${revision}/p1` } },
          { id: 'p2', title: 'Two', path: 'two', updatedAt: 'long ago' },
        ],
      },
    };
    const answer = answers[url.split('?')[0] ?? ''];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { code: 404, message: 'Not found' } }));
  });
  seen = await seeUpstream(upstream.url);
  connection = await modern.stdio({
    args: INTERVAL,
    env: { DOCS_PLATFORM_URL: seen.url, DOCS_PLATFORM_TOKEN: 'secret' },
  });
  client = subscriber(connection);
});

afterAll(async () => {
  await connection.close();
  await seen.close();
  await upstream.close();
});

it('requests the record of a space from the current service, and its content only if that has changed', async () => {
  const uris = [
    'docs://spaces/s1/pages/p1',
    'docs://spaces/s1/paths/two',
    'docs://spaces/s1/pages',
  ];
  const [changing = '', , outline = ''] = uris;
  await client.subscribe(...uris);
  await seen.more(SPACE, 5);
  expect(seen.count(CONTENT)).toBe(1);

  revision = 'r2';
  updatedAt = '2026-01-02T00:00:00.000Z';
  await client.hears(changing);
  await seen.more(SPACE, 5);
  expect(seen.count(CONTENT)).toBe(2);
  expect(client.heard).toEqual([changing]);

  revision = 'r3';
  await seen.more(CONTENT, 1);
  await seen.more(SPACE, 3);
  expect(client.heard).toEqual([changing]);
  expect(client.heard).not.toContain(outline);
});

it('ends a subscription when its space was moved out of the pinned organization', async () => {
  const pinned = await modern.stdio({
    args: [...INTERVAL, '--organization', 'o1'],
    env: { DOCS_PLATFORM_URL: seen.url, DOCS_PLATFORM_TOKEN: 'pinned' },
  });
  const outside = subscriber(pinned);
  const { ended } = await outside.subscribe('docs://spaces/s1/pages');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_001 });
  organization = 'o2';
  revision = 'r4';
  title = 'Moved';
  expect(await ended).toMatch(/^No subscription to docs:.*"s1" is outside of what this server may/);
  expect(outside.heard).toEqual([]);
  vi.useRealTimers();
  await pinned.close();
});
