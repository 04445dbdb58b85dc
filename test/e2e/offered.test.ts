import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';
import { generations, type McpConnection } from '../support/clients.ts';
import { eventually } from '../support/eventually.ts';
import { linkedHttp } from '../support/linked.ts';
import { shareOf } from '../support/long-run.ts';
import type { Served } from '../support/program.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

/** Few tools, as the clients compile the schemas of all that are listed. */
const SOME = ['--toolsets', 'content', '--tools', 'list_site_findings,list_organizations'];

let upstream: Upstream;

/** A platform that is the current service for one token, and the legacy service for all others. */
beforeAll(async () => {
  upstream = await startUpstream();
  upstream.answer(({ url, headers }, response) => {
    const isRelease = url === '/v1/';
    const isCurrent = headers.authorization === 'Bearer current';
    const isMissing = isRelease && !isCurrent;
    response.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isMissing
          ? { error: { code: 404, message: 'Not found' } }
          : isRelease
            ? { version: '1.0.0' }
            : { items: [] },
      ),
    );
  });
});

afterAll(() => upstream.close());

const releases = (token: string) =>
  upstream.received.filter(
    ({ url, headers }) => url === '/v1/' && headers.authorization === `Bearer ${token}`,
  ).length;

async function listed({ client }: McpConnection): Promise<Set<string>> {
  const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' } as object);
  return new Set(tools.map(({ name }) => name));
}

/** Subscribes to `tools/list_changed`, in the way of the client's generation. */
async function hearing({ client }: McpConnection): Promise<ReturnType<typeof vi.fn>> {
  const heard = vi.fn();
  if ('listen' in client) {
    client.setNotificationHandler('notifications/tools/list_changed', heard);
    await client.listen({ toolsListChanged: true });
  } else {
    const { ToolListChangedNotificationSchema } = await import(
      '@modelcontextprotocol/sdk/types.js'
    );
    client.setNotificationHandler(ToolListChangedNotificationSchema, heard);
  }
  return heard;
}

const has = (tools: Set<string>) =>
  ['get_page', 'import_content', 'list_site_findings'].map((name) => tools.has(name));

const SERVICES = [
  { token: 'current', offered: [true, false, true] },
  { token: 'contract', offered: [true, true, false] },
];

describe.each(generations)('over stdio, $name', ({ stdio }) => {
  it.each(shareOf(SERVICES))(
    'lists the tools of the service for the token $token, as soon as a call has detected it',
    async ({ token, offered }) => {
      const connection = await stdio({
        args: SOME,
        env: { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: token },
      });
      const heard = await hearing(connection);
      const before = releases(token);
      expect(has(await listed(connection))).toEqual([true, true, true]);
      await connection.facts('list_organizations');
      await eventually(() => expect(heard).toHaveBeenCalledTimes(1));
      expect(has(await listed(connection))).toEqual(offered);
      await connection.facts('list_organizations');
      expect(releases(token) - before).toBe(1);
      expect(heard).toHaveBeenCalledTimes(1);
      await connection.close();
    },
  );
});

describe('over HTTP', () => {
  let served: Served;
  beforeAll(async () => {
    served = await linkedHttp(SOME, { DOCS_PLATFORM_URL: upstream.url });
  });
  afterAll(() => served.stop());

  it('a listening client is notified once, only for its own token', async () => {
    const [modern] = generations.slice(-1);
    for (const { token, offered } of SERVICES) {
      const connection = await (modern as (typeof generations)[0]).http(served.url, token);
      const heard = await hearing(connection);
      expect(has(await listed(connection))).toEqual([true, true, true]);
      await connection.facts('list_organizations');
      await eventually(() => expect(heard).toHaveBeenCalledTimes(1));
      expect(has(await listed(connection))).toEqual(offered);
      await connection.close();
    }
  });

  it.each(generations)('each token gets the list of its service, $name', async ({ http }) => {
    for (const { token, offered } of SERVICES) {
      const connection = await http(served.url, token);
      await connection.facts('list_organizations');
      await eventually(async () => expect(has(await listed(connection))).toEqual(offered));
      await connection.close();
    }
  });
});

describe('a server with a configured service', () => {
  const refusal = async (api: 'contract' | 'current', name: string, args: object) => {
    const client = createClient({ baseUrl: upstream.url, userAgent: 'test/1' });
    const outcome = await surfaceOf({ toolsets: ['all'], api }).call(name, args, {
      client,
      token: 'told',
    });
    await client.close();
    return outcome && 'text' in outcome ? outcome.text : undefined;
  };

  it('says what to do instead of a missing operation, however it is called', async () => {
    const instead =
      'Get page by path is not offered here: it belongs to the current service, and this platform serves the legacy API. get_page takes the path as pageId. Nothing was sent.';
    expect(await refusal('contract', 'get_page_by_path', {})).toBe(instead);
    const called = { name: 'get_page_by_path', arguments: {} };
    expect(await refusal('contract', 'read_operation', called)).toBe(instead);
    expect(await refusal('current', 'import_content', {})).toBe(
      'Import content is not offered here: it has ended. start_import brings content in. Nothing was sent.',
    );
    expect(await refusal('contract', 'no_such_tool', {})).toBeUndefined();
  });

  it('says how many operations the service lacks', async () => {
    expect(await refusal('contract', 'list_site_findings', {})).toBe(
      'List site findings is not offered here: it belongs to the current service, and this platform serves the legacy API. It has no equivalent, nor any other operation of the toolset findings. Nothing was sent.',
    );
    expect(await refusal('contract', 'get_space_pdf', {})).toBe(
      'Get space PDF is not offered here: it belongs to the current service, and this platform serves the legacy API. It has no equivalent. Nothing was sent.',
    );
  });

  it('names only the toolsets of that service', () => {
    expect(surfaceOf({ api: 'contract' }).toolsets).not.toContain('findings');
    expect(surfaceOf({ api: 'current' }).toolsets).toContain('findings');
    expect(surfaceOf({ api: 'current' }).toolsets).not.toContain('custom-fields');
  });
});
