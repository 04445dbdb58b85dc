import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const [generation] = linkedClient('2025');
const SPACE = 'space000000000000001';
const ORGANIZATION = 'org00000000000000001';
const within = { organizationId: ORGANIZATION };

/** Occurs in everything that the server must not reach. */
const MARK = 'Zqx';
const FORBIDDEN = { id: `${MARK}space`, title: `${MARK} title`, organization: `${MARK}org` };
const ELSEWHERE = { ...FORBIDDEN, space: FORBIDDEN.id, spaceId: FORBIDDEN.id, target: FORBIDDEN };

describe('an answer of the platform to a restricted server', () => {
  let upstream: Upstream;
  let answer: object;
  let connection: McpConnection;

  const connect = (...args: string[]) =>
    generation.stdio({
      env: { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'token' },
      args: ['--toolsets', 'all', ...args],
    });

  const factsOf = async (tool: string, args: object) => {
    const facts = await connection.facts(tool, { ...args });
    expect(JSON.stringify(facts)).not.toContain(MARK);
    return facts;
  };

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.answer(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const own = { id: SPACE, title: 'Guide', organization: ORGANIZATION };
      response.end(JSON.stringify(url.endsWith(`/spaces/${SPACE}`) ? own : answer));
    });
  });
  afterAll(() => upstream.close());

  describe('with --space', () => {
    beforeAll(async () => {
      connection = await connect('--api', 'current', '--space', SPACE);
    });
    afterAll(() => connection.close());

    it.each([
      ['list_spaces', within],
      ['search_organization', { ...within, query: 'retries' }],
      ['list_organization_change_requests', within],
      ['list_imports', within],
    ])('shows nothing else of a list than its items: %s', async (tool, args) => {
      answer = { items: [ELSEWHERE], title: `${MARK} of all`, results: [ELSEWHERE], count: 1 };
      expect(await factsOf(tool, args)).toMatchObject({ items: [] });
    });
  });

  describe('of the legacy service, with --space', () => {
    beforeAll(async () => {
      connection = await connect('--api', 'contract', '--space', SPACE);
    });
    afterAll(() => connection.close());

    it('shows of the target of a link to another space only its kind', async () => {
      const target = { kind: 'page', url: `https://x.example/${MARK}`, page: FORBIDDEN };
      const link = { status: 'ok', relation: 'link', locationReferences: [] };
      answer = {
        items: [
          { ...link, targetReference: { ...target, space: FORBIDDEN } },
          { ...link, targetReference: { kind: 'url', url: 'https://y.example/' } },
        ],
      };
      const { items } = await factsOf('list_page_links', { pageId: 'p1' });
      expect(items).toMatchObject([
        { status: 'ok', targetReference: { kind: 'page' } },
        { targetReference: { kind: 'url', url: 'https://y.example/' } },
      ]);
    });

    it('does not show where other spaces use a file', async () => {
      const own = { kind: 'page', space: { id: SPACE, title: 'Guide' }, page: { title: 'A' } };
      answer = { items: [{ kind: 'page', space: FORBIDDEN, page: FORBIDDEN }, own], count: 2 };
      const { items } = await factsOf('list_file_backlinks', { fileId: 'f1' });
      expect(items).toMatchObject([{ page: { title: 'A' } }]);
    });
  });

  describe('with --organization', () => {
    beforeAll(async () => {
      connection = await connect('--api', 'current', '--organization', ORGANIZATION);
    });
    afterAll(() => connection.close());

    it.each([FORBIDDEN.organization, { id: FORBIDDEN.organization, title: MARK }])(
      'is refused if it says that it belongs to another one: %j',
      async (organization) => {
        answer = { id: 't1', title: MARK, organization };
        const { content, isError } = await connection.call('get_site', { siteId: 't1' });
        expect(isError).toBe(true);
        expect(content[0]?.text).not.toContain(MARK);
        expect(content[0]?.text).toContain('outside of what this server may reach');
      },
    );

    it('shows no item that says so', async () => {
      const own = { id: 't1', title: 'Own', organization: ORGANIZATION };
      answer = { items: [FORBIDDEN, own], count: 2 };
      expect(await factsOf('list_sites', {})).toMatchObject({ items: [{ id: 't1' }] });
    });
  });
});
