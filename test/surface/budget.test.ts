import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallResult, linkedClient, type McpConnection } from '../support/clients.ts';
import { isLongRun } from '../support/long-run.ts';
import { startScripted } from '../support/scripted-server.ts';
import { unfenced } from '../support/untrusted.ts';
import { json, startUpstream } from '../support/upstream.ts';

const spaceId = 'spaceDevGuide0000001';
const organizationId = 'orgNorthwind00000001';
const spec = { organizationId, specSlug: 'northwind-queue' };

const LISTS = [
  ['list_space_comments', { spaceId }],
  ['list_open_threads', { spaceId }],
  ['list_change_requests', { spaceId }],
  ['list_openapi_versions', spec],
  ['list_collections', { organizationId }],
] as const;

type Facts = Record<string, unknown>;

interface PageNode {
  id: string;
  pages?: PageNode[];
}

function flatten(pages: readonly PageNode[]): PageNode[] {
  return pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);
}

describe.each(linkedClient('2026'))('the token budget of a result with $name', (generation) => {
  let whole: McpConnection;
  let pageIds: string[];

  beforeAll(async () => {
    whole = await generation.stdio({ args: ['--toolsets', 'all'] });
    const { pages } = await whole.facts('list_pages', { spaceId, fields: ['title'] });
    pageIds = flatten(pages as PageNode[]).map(({ id }) => id);
  });

  afterAll(() => whole.close());

  const markdownOf = async (pageId: string) =>
    unfenced(
      String((await whole.facts('get_page', { spaceId, pageId, format: 'markdown' })).markdown),
    );

  describe.each(isLongRun ? [450] : [400])('of %d tokens', (budget) => {
    let connection: McpConnection;

    beforeAll(async () => {
      connection = await generation.stdio({
        args: ['--toolsets', 'all', '--max-result-tokens', String(budget)],
      });
    });

    afterAll(() => connection.close());

    /** A result that must keep to the budget. */
    const read = async (name: string, args: Facts): Promise<Facts> => {
      const result: CallResult = await connection.call(name, args);
      const text = result.content[0]?.text ?? '';
      expect(result.isError, text).toBeFalsy();
      expect(countTokens(text), name).toBeLessThanOrEqual(budget);
      return result.structuredContent as Facts;
    };

    it.each(LISTS)(
      '%s keeps whole items, and its advice leads to each once',
      async (name, args) => {
        const all = (await whole.facts(name, { ...args })).items as Facts[];
        const seen: Facts[] = [];
        let advised: Facts = {};
        for (let calls = 0; calls < 30; calls += 1) {
          const answer = await read(name, { ...args, ...advised });
          const { cut, next } = answer as { cut?: string; next?: { page: string } };
          const items = answer.items as Facts[];
          const limit = /Call again with limit (\d+)/.exec(cut ?? '')?.[1];
          if (limit !== undefined) {
            expect(Number(limit)).toBe(Math.max(items.length, 1));
            expect(cut).toMatch(/^\d+ of these \d+ items are left out/);
            advised = { ...advised, limit: Number(limit) };
            continue;
          }
          seen.push(...items);
          if (!next) break;
          advised = { ...advised, page: next.page };
        }
        expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      },
    );

    it('a list that does not fit is a page with a cursor', async () => {
      const { cut, next, items } = await read('list_space_comments', { spaceId });
      expect(cut).toBeUndefined();
      expect(next).toEqual({ page: expect.any(String) });
      expect(items).not.toHaveLength(0);
    });

    it('a page comes with its outline, and continuing reaches its exact end', async () => {
      for (const pageId of pageIds) {
        const args = { spaceId, pageId, format: 'markdown' };
        const expected = await markdownOf(pageId);
        let text = '';
        for (let calls = 0; calls < 60; calls += 1) {
          const { markdown, cut, outline } = (await read('get_page', {
            ...args,
            offset: text.length,
          })) as { markdown?: string; cut?: string; outline?: string };
          text += unfenced(markdown ?? '');
          if (cut === undefined) break;
          if (text === unfenced(markdown ?? '') && !cut.includes('the outline are left out')) {
            expect(outline).toMatch(/^- /);
          }
          expect(Number(/offset (\d+)/.exec(cut)?.[1]), pageId).toBe(text.length);
          expect(markdown, 'goes on').toBeTruthy();
        }
        expect(text, pageId).toBe(expected);
      }
    });

    it('a section of a page can be read on its own', async () => {
      const retries = {
        spaceId,
        pageId: 'kmBrcfIkSeuVCGDS9fXr',
        format: 'markdown',
      };
      const { markdown, section } = await read('get_page', { ...retries, section: '## Backoff' });
      expect(section).toBe('Backoff');
      expect(unfenced(String(markdown))).toMatch(/^## Backoff\n\nThe service waits before each/);
      expect(String(markdown)).not.toContain('## Retry settings');
      const refused = await connection.call('get_page', { ...retries, section: 'Nowhere' });
      expect(refused.isError).toBe(true);
      expect(refused.content[0]?.text).toContain('has no section "Nowhere". Its sections: ');
      expect(refused.content[0]?.text).toContain('"Backoff"');
    });

    it('a section that does not fit continues where it was cut', async () => {
      const args = { spaceId, pageId: 'kmBrcfIkSeuVCGDS9fXr', format: 'markdown' };
      const expected = await markdownOf(args.pageId);
      const { markdown, cut } = await read('get_page', { ...args, section: 'Retries and backoff' });
      const offset = Number(/offset (\d+)/.exec(String(cut))?.[1]);
      expect(expected.slice(0, offset)).toBe(unfenced(String(markdown)));
      const { markdown: next } = await read('get_page', { ...args, offset });
      expect(expected.slice(offset).startsWith(unfenced(String(next)))).toBe(true);
    });

    it('a page tree that does not fit says how many pages it leaves out', async () => {
      const { outline, cut = '' } = await read('list_pages', { spaceId });
      const shown = String(outline).split('\n').length;
      expect(shown).toBeGreaterThan(5);
      expect(shown).toBeLessThan(pageIds.length);
      const left = pageIds.length - shown;
      expect(cut).toContain(
        `${left} of ${pageIds.length} pages are left out: continue with next.page`,
      );
    });

    it('a specification becomes its operations, and one path or schema can be selected', async () => {
      const { operations, cut } = (await read('get_latest_openapi_version_content', spec)) as {
        operations: string[];
        cut: string;
      };
      expect(operations.length).toBeGreaterThan(0);
      expect(operations[0]).toMatch(/^[A-Z]+ \//);
      expect(cut).toContain('Call again with select naming a path or a schema');
      const path = operations[0]?.split(' ')[1] ?? '';
      const selected = await read('get_latest_openapi_version_content', { ...spec, select: path });
      expect(JSON.stringify(selected)).toContain(path);
      const nowhere = await connection.call('get_latest_openapi_version_content', {
        ...spec,
        select: '/nowhere',
      });
      expect(nowhere.isError).toBe(true);
      expect(nowhere.content[0]?.text).toContain('has no path and no schema "/nowhere"');
    });

    it('search hits keep their best section', async () => {
      const args = { spaceId, query: 'retries', limit: Math.floor(budget / 100) };
      const all = (await whole.facts('search_space', args)).items as Facts[];
      const { items, cut } = await read('search_space', args);
      expect(cut).toMatch(/^Texts are shortened to fit\./);
      const shown = items as { id: string; sections?: { title: string; body: string }[] }[];
      expect(shown.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      expect(shown[0]?.sections?.[0]?.title).toBe('Retry settings');
      expect(shown[0]?.sections?.[0]?.body).toMatch(/^Every queue carries its own/);
    });
  });

  it('an outline that continues page by page has every id', async () => {
    const connection = await generation.stdio({ args: ['--max-result-tokens', '300'] });
    const lines: string[] = [];
    for (let page: string | undefined, isFirst = true; isFirst || page; isFirst = false) {
      const args = { spaceId, ...(page !== undefined && { page }) };
      const { outline, next, pages, count } = await connection.facts('list_pages', args);
      expect(pages).toBeUndefined();
      expect(count).toBe(pageIds.length);
      lines.push(...String(outline).split('\n'));
      page = (next as { page: string } | undefined)?.page;
    }
    expect(lines.map((line) => /\((\w+)\)/.exec(line)?.[1])).toEqual(pageIds);
    expect(lines.some((line) => /^\s+\S/.test(line))).toBe(true);
    await connection.close();
  });

  it('counts the names of special tokens as ordinary text of a page', async () => {
    const upstream = await startUpstream();
    const markdown = 'Training ends a document with <|endoftext|> or with <|im_end|>. '.repeat(400);
    upstream.answer(json(200, { id: 'p1', title: 'Special tokens', markdown }));
    const connection = await generation.stdio({
      env: { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'token' },
      args: ['--max-result-tokens', '2000'],
    });
    const page = await connection.facts('get_page', { spaceId: 's1', pageId: 'p1' });
    expect(page.cut).toMatch(/offset \d+/);
    await connection.close();
    await upstream.close();
  });

  it('fields leave only the selected ones, and the id', async () => {
    const { items } = await whole.facts('list_change_requests', { spaceId, fields: ['subject'] });
    expect(items).toEqual([
      {
        id: 'WVllbL56E78PXs1inq8T',
        subject: 'Explain triage of dead messages and add a page on monitoring',
      },
    ]);
    const { pages } = await whole.facts('list_pages', { spaceId, fields: ['title'] });
    const names = flatten(pages as PageNode[]).flatMap((page) => Object.keys(page));
    expect([...new Set(names)].sort()).toEqual(['id', 'pages', 'title']);
  });
});

it('a page that does not fit comes with the sizes of its sections and its beginning', async () => {
  const [generation] = linkedClient('2026');
  const parts = Array.from(
    { length: 30 },
    (_, at) => `## Part ${at}\n\n${'Some words. '.repeat(300)}`,
  );
  const markdown = `# Long\n\n${parts.join('\n\n')}\n`;
  const path = '/v1/spaces/s1/content/page/p1';
  const server = await startScripted(generation, {
    reads: { [path]: { id: 'p1', title: 'Long', markdown } },
  });
  const read = async (more: object = {}) =>
    (await server.facts('get_page', { spaceId: 's1', pageId: 'p1', ...more })) as {
      markdown: string;
      outline: string;
      cut: string;
    };
  const first = await read();
  const begun = unfenced(first.markdown);
  expect(begun.length).toBeLessThanOrEqual(4_000);
  expect(markdown.startsWith(begun)).toBe(true);
  expect(first.outline.split('\n').slice(0, 2)).toEqual([
    `- Long (${markdown.length})`,
    '  - Part 0 (3613)',
  ]);
  expect(first.cut).toContain(`${markdown.length - begun.length} characters are left out`);
  const next = await read({ offset: begun.length });
  expect(unfenced(next.markdown).length).toBeGreaterThan(20_000);
  expect(unfenced((await read({ section: 'Part 3' })).markdown).trim()).toBe(parts[3]?.trim());
  await server.close();
});
