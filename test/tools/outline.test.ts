import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const [generation] = linkedClient('2025');

interface Page {
  id: string;
  title: string;
  path: string;
  pages?: Page[];
}

/** 20 characters like the service's ids, the same for the same number. */
function idOf(number: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let state = number * 2_654_435_761 + 12_345;
  return Array.from({ length: 20 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return alphabet[Math.floor(state / 65_536) % alphabet.length];
  }).join('');
}

const SECTIONS = ['Get started', 'Guides', 'Connectors', 'Operations', 'Reference', 'Problems'];
const SUBJECTS = ['Back up a fleet', 'Recover a berth', 'Rotate access keys', 'Rate limits'];

/** This many pages in a few sections; every third path cannot be derived from its title. */
function treeOf(count: number): Page[] {
  const roots = SECTIONS.map((title, index) => ({
    ...{ id: idOf(index), title, path: `part-${index}` },
    pages: [] as Page[],
  }));
  for (let index = roots.length; index < count; index += 1) {
    const root = roots[index % roots.length] as (typeof roots)[number];
    const title = `${SUBJECTS[index % SUBJECTS.length]} ${index}`;
    const slug = index % 3 === 0 ? `topic-${index}` : title.toLowerCase().replaceAll(' ', '-');
    root.pages.push({ id: idOf(index), title, path: `${root.path}/${slug}` });
  }
  return roots;
}

describe('the outline of a space', () => {
  let upstream: Upstream;
  let connection: McpConnection;
  let pages = treeOf(168);

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.answer(({ url }, response) => {
      const path = url.split('?')[0] ?? '';
      const id = path.split('/').at(-1);
      const page = { id, title: 'A page', markdown: '# A page\n' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(path.endsWith('/pages') ? { pages } : page));
    });
    const env = { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'secret' };
    connection = await generation.stdio({ env });
  });
  afterAll(async () => {
    await connection.close();
    await upstream.close();
  });

  const outline = async (args: object = {}) => {
    const facts = await connection.facts('list_pages', { spaceId: 's1', ...args });
    return { ...facts, lines: String(facts.outline).split('\n') } as Record<string, unknown> & {
      lines: string[];
    };
  };

  it('of 168 pages takes 2,200 tokens, each page with a usable id', async () => {
    pages = treeOf(168);
    const result = await connection.call('list_pages', { spaceId: 's1' });
    expect(countTokens(JSON.stringify(result.structuredContent))).toBeLessThanOrEqual(2_200);
    const { lines, count } = await outline();
    expect(count).toBe(168);
    expect(lines).toHaveLength(168);
    expect(lines[0]).toBe(`Get started ~${idOf(0).slice(0, 4)} /part-0`);
    expect(lines[1]).toBe(` Rotate access keys 6 ~${idOf(6).slice(0, 4)} /topic-6`);
    for (const line of [lines[1], lines[90]]) {
      const [short = ''] = /~\w+/.exec(line ?? '') ?? [];
      const page = await connection.facts('get_page', { spaceId: 's1', pageId: short });
      expect(String(page.id).startsWith(short.slice(1))).toBe(true);
    }
  });

  it('is filtered by title, path and subtree', async () => {
    pages = treeOf(168);
    expect((await outline({ filter: 'FLEET 12' })).lines).toContain(
      `Back up a fleet 12 (${idOf(12)}) /part-0/topic-12`,
    );
    const { lines } = await outline({ under: 'Guides' });
    expect(lines[0]).toBe(`Guides (${idOf(1)}) /part-1`);
    expect(lines).toHaveLength(28);
    expect((await outline({ under: 'part-0', filter: 'topic-12' })).lines).toHaveLength(3);
    const either = await outline({ filter: 'fleet 12 | GUIDES' });
    expect(either.lines).toContain(`Back up a fleet 12 (${idOf(12)}) /part-0/topic-12`);
    expect(either.lines).toContain(`Guides (${idOf(1)}) /part-1`);
    expect(await outline({ filter: 'nowhere' })).toMatchObject({ count: 0 });
  });

  it('of 684 pages can be read completely', async () => {
    pages = treeOf(684);
    const small = await generation.stdio({
      args: ['--max-result-tokens', '3000'],
      env: { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'secret' },
    });
    const titles: string[] = [];
    for (let page: string | undefined, calls = 0; calls === 0 || page; calls += 1) {
      const args = { spaceId: 's1', ...(page !== undefined && { page }) };
      const { outline: part, next } = await small.facts('list_pages', args);
      titles.push(...String(part).split('\n'));
      page = (next as { page: string } | undefined)?.page;
      expect(calls).toBeLessThan(10);
    }
    await small.close();
    expect(titles.map((line) => line.trim().split(' ~')[0])).toEqual(
      pages.flatMap((root) => [root.title, ...(root.pages ?? []).map(({ title }) => title)]),
    );
  });

  it('of many pages is shown in parts of at most 4,000 tokens', async () => {
    pages = treeOf(824);
    let seen = 0;
    for (let page: string | undefined, isFirst = true; isFirst || page; isFirst = false) {
      const args = { spaceId: 's1', ...(page !== undefined && { page }) };
      const { structuredContent } = await connection.call('list_pages', args);
      expect(countTokens(JSON.stringify(structuredContent))).toBeLessThanOrEqual(4_100);
      const { outline: part, next } = structuredContent as Record<string, unknown>;
      seen += String(part).split('\n').length;
      page = (next as { page: string } | undefined)?.page;
    }
    expect(seen).toBe(824);
  });

  it('says so if two ids begin alike', async () => {
    pages = [
      { id: 'sameBeginningAAAAAAA', title: 'One', path: 'one' },
      { id: 'sameBeginningBBBBBBB', title: 'Two', path: 'two' },
    ];
    const { isError, content } = await connection.call('get_page', {
      spaceId: 's1',
      pageId: '~sameBeginning',
    });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('"One" in one (sameBeginningAAAAAAA)');
  });
});
