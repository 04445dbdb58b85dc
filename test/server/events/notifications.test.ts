import type { Client as ModernClient } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV_GUIDE, ORGANIZATION, pageIds, ROADMAP } from '../../../platform/test/support.ts';
import { shareOf } from '../../support/long-run.ts';
import {
  type Client,
  CONTENT,
  legacy,
  modern,
  OUTLINE,
  SPACE,
  SPEC,
  SPECIFICATION,
  startWorld,
  type WatchedWorld,
} from './world.ts';

let world: WatchedWorld;
let pages: Map<string, string>;

beforeAll(async () => {
  world = await startWorld();
  pages = await pageIds(world.platform.admin, `/spaces/${DEV_GUIDE}`);
});

afterAll(() => world.close());

const page = (path: string) => pages.get(path) ?? '';
const PATH = 'guides/retries';

const ways = [
  { way: `stdio, ${modern.name}`, connect: () => world.stdio(modern) },
  { way: `stdio, ${legacy.name}`, connect: () => world.stdio(legacy) },
  { way: `HTTP, ${modern.name}`, connect: () => world.http('demo-admin-token') },
];

async function text({ client }: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return (contents[0] as { text: string }).text;
}

describe.each(shareOf(ways))('over $way', ({ connect }) => {
  let client: Client;

  beforeAll(async () => {
    client = await connect();
  });

  it('declares that resources can be subscribed to', () => {
    expect(client.client.getServerCapabilities()?.resources).toEqual({ subscribe: true });
  });

  it('notifies one client of the merge of another, page and path, and reads anew', async () => {
    const pageId = page(PATH);
    const uris = [`${SPACE}/pages/${pageId}`, `${SPACE}/paths/${encodeURIComponent(PATH)}`];
    const [byId = '', byPath = ''] = uris;
    const subscribed = await client.subscribe(byId, byPath);
    const before = await text(client, byId);

    const editor = await world.http('demo-editor-token');
    const place = { spaceId: DEV_GUIDE };
    const { id: changeRequestId } = await editor.facts('create_change_request', place);
    const markdown = `Merged for ${client.client.getServerVersion()?.name} ${Math.random()}.`;
    await editor.facts('edit_change_request_content', {
      ...place,
      changeRequestId,
      changes: [{ operation: 'update_page', page: pageId, document: { markdown } }],
    });
    await editor.facts('merge_change_request', { ...place, changeRequestId });

    await Promise.all([client.hears(byId), client.hears(byPath)]);
    expect(before).not.toContain(markdown);
    expect(await text(client, byId)).toContain(markdown);
    await subscribed.end();
  });

  it('reports a space whose pages changed, and no unchanged pages', async () => {
    const other = `${SPACE}/pages/${page('guides/dead-letters')}`;
    const subscribed = await client.subscribe(OUTLINE, other);
    const path = `/spaces/${DEV_GUIDE}/change-requests`;
    const { admin } = world.platform;
    const { id } = (await admin('POST', path)).json;
    const changes = [
      { operation: 'insert_page', title: 'New here', document: { markdown: 'New.' } },
    ];
    await admin('POST', `${path}/${id}/content`, { changes });
    await admin('POST', `${path}/${id}/merge`);
    await client.hears(OUTLINE);
    expect(client.heard).not.toContain(other);
    await subscribed.end();
  });

  it('reports an edited change request, and its diff', async () => {
    const { admin } = world.platform;
    const path = `/spaces/${DEV_GUIDE}/change-requests`;
    const { id } = (await admin('POST', path)).json;
    const uri = `${SPACE}/change-requests/${id}`;
    const subscribed = await client.subscribe(uri, `${uri}/diff`);
    const changes = [
      { operation: 'update_page', page: page(PATH), document: { markdown: 'Drafted.' } },
    ];
    await admin('POST', `${path}/${id}/content`, { changes });
    await Promise.all([client.hears(uri), client.hears(`${uri}/diff`)]);
    await admin('POST', `${path}/${id}/merge`);
    await client.hears(uri);
    await subscribed.end();
  });

  it('reports a new version of a specification', async () => {
    const subscribed = await client.subscribe(SPEC);
    const document = `openapi: 3.0.3\ninfo: {title: Queue, version: "${Math.random()}"}\npaths: {}\n`;
    const { status } = await world.platform.admin(
      'PUT',
      `/orgs/${ORGANIZATION}/openapi/northwind-queue`,
      { source: { text: document } },
    );
    expect(status).toBeLessThan(300);
    await client.hears(SPEC);
    await subscribed.end();
  });

  it.each([
    ['docs://elsewhere', /No resource of this server has this URI/],
    [`${SPACE}/pages/none`, /\(404\)/],
    [`${SPACE}/paths/none`, /path/],
    [`${SPACE}/change-requests/none`, /\(404\)/],
    ['docs://spaces/nowhere/pages', /\(404\)/],
    [`docs://orgs/${ORGANIZATION}/openapi/none/versions/latest`, /\(404\)/],
    [`${SPEC}/schemas/None`, /None/],
    [`${SPACE}/comments/any`, /Comments are not watched/],
    [`${SPACE}/revisions/any/pages/any`, /never changes/],
  ])('refuses %s, and says why', async (uri, why) => {
    const refused = client.subscribe(uri);
    await expect(refused).rejects.toMatchObject({ code: -32602 });
    await expect(refused).rejects.toThrow(`No subscription to ${uri}: `);
    await expect(refused).rejects.toThrow(why);
  });

  it('does not poll for a client that ended its subscription', async () => {
    const clock = await client.subscribe(SPEC);
    const subscribed = await client.subscribe(OUTLINE);
    await world.upstream.more(CONTENT, 2);
    await subscribed.end();
    await world.upstream.more(SPECIFICATION, 2);
    const polls = world.upstream.count(CONTENT);
    await world.upstream.more(SPECIFICATION, 3);
    expect(world.upstream.count(CONTENT)).toBe(polls);
    await clock.end();
  });
});

it('does not offer notifications over HTTP to clients of 2025, which have no stream for them', async () => {
  const { client, close } = await legacy.http(world.server.url, 'demo-admin-token');
  expect(client.getServerCapabilities()?.resources).toEqual({});
  await close();
});

it('refuses a token without access and accepts one with it', async () => {
  const admin = await world.http('demo-admin-token');
  const reader = await world.http('demo-reader-token');
  const uri = `docs://spaces/${ROADMAP}/pages`;
  const subscribed = await admin.subscribe(uri);
  await expect(reader.subscribe(uri)).rejects.toThrow(`No subscription to ${uri}: `);
  await subscribed.end();
});

it('acknowledges no resource that it cannot watch, and ends', async () => {
  for (const client of [await world.stdio(modern), await world.http('demo-admin-token')]) {
    const listening = (client.client as ModernClient).listen({ resourcesListChanged: true });
    expect((await listening).honoredFilter).toEqual({});
  }
});

it('refuses resources outside of the limits of the operator', async () => {
  const restricted = await world.stdio(modern, '--space', ROADMAP);
  await expect(restricted.subscribe(OUTLINE)).rejects.toThrow(
    `spaceId "${DEV_GUIDE}" is outside of what this server may reach`,
  );
});
