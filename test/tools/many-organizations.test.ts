import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { unfenced } from '../support/untrusted.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const [generation] = linkedClient('2025');

const ORGANIZATIONS = Array.from({ length: 1000 }, (_, number) => ({
  id: `org${String(number).padStart(17, '0')}`,
  title: `Customer No. ${number}`,
}));
const LAST = ORGANIZATIONS[999] as { id: string; title: string };
const SPACE = { id: 'space000000000000001', title: 'Field Guide', organization: LAST.id };
const SITE = { id: 'site0000000000000001', title: 'Customer Help', urls: {} };

/** What the platform answers to a read. */
function answerTo(url: string): unknown {
  const { pathname, searchParams } = new URL(url, 'http://platform');
  if (pathname === '/v1/' || pathname === '/v1') return { version: '1' };
  if (pathname === '/v1/user') return { id: 'user1' };
  if (pathname === `/v1/orgs/${LAST.id}`) return LAST;
  if (pathname === `/v1/orgs/${LAST.id}/spaces`) return { items: [SPACE] };
  if (pathname === `/v1/orgs/${LAST.id}/sites`) return { items: [SITE] };
  if (pathname === `/v1/orgs/${LAST.id}/sites/${SITE.id}`) return SITE;
  if (pathname === `/v1/spaces/${SPACE.id}`) return SPACE;
  if (pathname !== '/v1/orgs') return { items: [] };
  const start = Number(searchParams.get('page') ?? 0);
  const end = start + Number(searchParams.get('limit') ?? 50);
  return {
    items: ORGANIZATIONS.slice(start, end),
    ...(end < ORGANIZATIONS.length && { next: { page: String(end) } }),
  };
}

describe('a token that reaches 1,000 organizations', () => {
  let upstream: Upstream;
  let connection: McpConnection;

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.answer(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answerTo(url)));
    });
    connection = await generation.stdio({
      env: { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'token' },
      args: ['--toolsets', 'all', '--api', 'current'],
    });
  });
  afterAll(async () => {
    await connection.close();
    await upstream.close();
  });

  const refusal = async (name: string, args: object) => {
    const { isError, content } = await connection.call(name, { ...args });
    expect(isError).toBe(true);
    return unfenced(content[0]?.text ?? '');
  };

  it('finds one by its title without reading what is in the others', async () => {
    const found = await connection.facts('get_organization', { organizationId: LAST.title });
    expect(found).toMatchObject({ id: LAST.id });
    const lists = upstream.received.filter(({ url }) => /^\/v1\/orgs\/[^?]+\//.test(url));
    expect(lists).toEqual([]);
  });

  it('finds a site by its title in the organization that a call names', async () => {
    const args = { siteId: SITE.title, organizationId: LAST.title };
    expect(await connection.facts('get_site', args)).toMatchObject({ id: SITE.id });
  });

  it('refuses a title in any of them, and asks for the id', async () => {
    expect(await refusal('get_site', { siteId: SITE.title })).toBe(
      'Nothing was sent: give the id, or organizationId besides this name. Names are looked up in at most 50 organizations, and this token reaches 1000.',
    );
    expect(await refusal('get_space', { spaceId: SPACE.title })).toBe(
      'Nothing was sent: give the id. Names are looked up in at most 50 organizations, and this token reaches 1000.',
    );
  });

  it('takes a word for an id', async () => {
    expect(await connection.facts('get_space', { spaceId: SPACE.id })).toMatchObject({
      title: 'Field Guide',
    });
    const page = await connection.facts('list_pages', { spaceId: 'Guide' });
    expect(page.pages ?? []).toEqual([]);
  });

  it('names 20 of them where a call has to name one', async () => {
    const text = await refusal('create_collection', { title: 'Nowhere' });
    expect(text).toContain('"Customer No. 19" (org00000000000000019)');
    expect(text).not.toContain('Customer No. 20');
    expect(text).toContain('and 980 more, which list_organizations lists.');
  });

  it('says that their contents are not part of the context', async () => {
    const context = await connection.facts('get_context', {});
    expect(context.mayBeIncomplete).toContain(
      'what the organizations contain: they are more than 50; the lists of one are read with its organizationId',
    );
  });
});
