import { startPlatform } from '@docs-platform-mcp/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { McpConnection } from '../support/clients.ts';
import { platformApi } from '../support/platform-api.ts';

export const ORGANIZATION = 'orgNorthwind00000001';
export const ALLOWED = 'spaceDevGuide0000001';
const FORBIDDEN = 'spaceRoadmap00000001';
export const TOKEN = 'demo-admin-token';

/** Occurs in everything that the server must not reach, and nowhere else. */
const MARK = 'Zqx';

export const OPTIONS = ['--toolsets', 'all', '--confirm', 'never', '--api', 'current'];

/** The reads are called in so many tests, of which none takes long on a busy machine. */
const PARTS = 8;
interface Content {
  pages: { id: string; path: string }[];
}

let platform: Awaited<ReturnType<typeof startPlatform>>;
/** The values that calls give for their arguments: of what may be read, or words of what may not. */
let values: Record<string, unknown[]>;

/** A space with marks on everything that it has. */
async function mark(send: ReturnType<typeof platformApi>, spaceId: string): Promise<void> {
  const space = `/spaces/${spaceId}`;
  const { id } = await send('POST', `${space}/change-requests`, { subject: `${MARK} request` });
  const page = {
    ...{ operation: 'insert_page', title: `${MARK} page`, description: `${MARK} about it` },
    document: { markdown: `## ${MARK} heading\n\nThe retries of ${MARK}.` },
  };
  const content = `${space}/change-requests/${id}/content?compat=false`;
  await send('POST', content, { changes: [page] });
  await send('POST', `${space}/change-requests/${id}/merge`);
  await send('POST', `${space}/change-requests`, { subject: `${MARK} open` });
  await send('PATCH', space, { title: `${MARK} space` });
  const { pages } = await send<Content>('GET', `${space}/content`);
  const comment = { body: { markdown: `${MARK} comment` }, page: pages[0]?.id };
  await send('POST', `${space}/comments`, comment);
}

async function valuesOf(send: ReturnType<typeof platformApi>) {
  const first = async (path: string) => {
    const { items } = await send<{ items: { id: string; slug?: string }[] }>('GET', path);
    return [items[0]?.id ?? '', items[0]?.slug ?? ''];
  };
  const own = `/spaces/${ALLOWED}`;
  const [page] = (await send<Content>('GET', `${own}/content`)).pages;
  const { id: request } = await send('POST', `${own}/change-requests`, { subject: 'Own' });
  const [siteId] = await first(`/orgs/${ORGANIZATION}/sites?space=${ALLOWED}`);
  const [, specSlug] = await first(`/orgs/${ORGANIZATION}/openapi`);
  const { revision } = await send<{ revision: string }>('GET', own);
  const [teamId] = await first(`/orgs/${ORGANIZATION}/teams`);
  const words = [MARK, 'retries', `${MARK} space`];
  return {
    ...{ organizationId: [ORGANIZATION], spaceId: [ALLOWED], siteId: [siteId], teamId: [teamId] },
    ...{ changeRequestId: [request], pageId: [page?.id], page: [page?.id], pagePath: [page?.path] },
    ...{ revisionId: [revision], specSlug: [specSlug], collectionId: ['collProductDocs00001'] },
    ...{
      query: words,
      text: words,
      question: words,
      title: words,
      pattern: [MARK],
      userId: ['me'],
    },
    url: [`${platform.url}/app/s/${ALLOWED}`, `${platform.url}/app/s/${FORBIDDEN}`],
  };
}

async function startMarked(): Promise<void> {
  platform = await startPlatform({ profile: 'current' });
  const send = platformApi(platform.url, TOKEN);
  const spaces = `/orgs/orgNorthwindLabs0001/spaces`;
  const { id: other } = await send('POST', spaces, { title: `${MARK} elsewhere` });
  for (const spaceId of [FORBIDDEN, other]) await mark(send, spaceId);
  await send('PATCH', '/collections/collInternal00000001', { title: `${MARK} collection` });
  const site = { title: `${MARK} site`, visibility: 'visitor-auth', spaces: [FORBIDDEN] };
  await send('POST', `/orgs/${ORGANIZATION}/sites`, site);
  values = await valuesOf(send);
}

interface Argument {
  type?: string;
  enum?: unknown[];
}

function valuesFor(name: string, { type, enum: options }: Argument): unknown[] {
  const known = values[name] ?? options?.slice(0, 2);
  if (type === 'array') return (known ?? ['x']).map((one) => [one]);
  return known ?? (type === 'boolean' ? [true] : type === 'integer' ? [20] : ['x']);
}

/** Calls every read of one part with real ids and each of its arguments. The tools that answered. */
async function answered(connection: McpConnection, part: number): Promise<Set<string>> {
  const done = new Set<string>();
  const { tools } = await connection.client.listTools();
  const reads = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
  for (const { name, inputSchema } of reads.filter((_, index) => index % PARTS === part)) {
    const properties = Object.entries((inputSchema.properties ?? {}) as Record<string, Argument>);
    const required = properties.filter(([one]) => inputSchema.required?.includes(one));
    const base = Object.fromEntries(required.map(([one, its]) => [one, valuesFor(one, its)[0]]));
    const others = properties.flatMap(([one, its]) =>
      valuesFor(one, its).map((value) => ({ ...base, [one]: value })),
    );
    for (const args of [base, ...others]) {
      const result = await connection.call(name, args);
      if (!result.isError) done.add(name);
      const said = Object.values(args).some((value) => String(value).includes(MARK));
      // A word of the call itself may come back, but not with what only the forbidden content has.
      const leak = said ? /Zqx (?:page|request|open|heading|about|comment|collection|site)/ : /Zqx/;
      expect(JSON.stringify(result), `${name} ${JSON.stringify(args)}`).not.toMatch(leak);
    }
  }
  return done;
}

/** A connection to a restricted server of the platform at this address, and its end. */
export type Connect = (
  url: string,
) => Promise<{ connection: McpConnection; close: () => Promise<void> }>;

/** Defines tests that no read over this connection tells what the server must not reach. */
export function testReads(connect: Connect): void {
  const done = new Set<string>();
  let connected: Awaited<ReturnType<Connect>>;
  beforeAll(async () => {
    await startMarked();
    connected = await connect(platform.url);
  });
  afterAll(async () => {
    await connected.close();
    await platform.close();
  });

  it.each(Array.from({ length: PARTS }, (_, part) => part))('by reads of part %i', async (part) => {
    for (const name of await answered(connected.connection, part)) done.add(name);
  });

  it('with answers of most reads', () => {
    expect(done.size).toBeGreaterThan(60);
  });
}
