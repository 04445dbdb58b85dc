import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { type ScriptedServer, startScripted } from '../../support/scripted-server.ts';
import { unfenced } from '../../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const [generation] = linkedClient('2025');

interface Found {
  matches: number;
  matchingPages: number;
  pagesRead: number;
  complete: boolean;
  note?: string;
  inOtherCase?: number;
  hiddenMatches?: number;
  unread?: { id: string; reason: string }[];
  pages: {
    id: string;
    title: string;
    path: string;
    hidden?: boolean;
    lines: { line?: number; in?: string; heading?: string; text: string }[];
  }[];
  next?: { page: string };
}

describe('find_in_pages in the demonstration content', () => {
  let connection: McpConnection;
  const find = async (args: object) =>
    (await connection.facts('find_in_pages', { spaceId, ...args })) as unknown as Found;

  beforeAll(async () => {
    connection = await generation.stdio();
  });
  afterAll(() => connection.close());

  it('finds a literal in a table with page, heading, line number and line', async () => {
    const found = await find({ text: '`max_delay_seconds` |' });
    expect(found).toMatchObject({ matches: 1, matchingPages: 1, pagesRead: 20, complete: true });
    const [page] = found.pages;
    expect(page).toMatchObject({ title: 'Retries and backoff', path: 'guides/retries' });
    const [line] = page?.lines ?? [];
    expect(line).toMatchObject({ line: 34, heading: 'Retry settings' });
    expect(unfenced(line?.text ?? '')).toBe(
      '| `max_delay_seconds` | 900 | 1 to 3600 | Upper bound of a single wait |',
    );
  });

  it('proves that a word does not occur, and reports matches in another case', async () => {
    expect(await find({ text: 'zookeeper' })).toMatchObject({
      matches: 0,
      complete: true,
      pages: [],
    });
    const found = await find({ text: 'MAX_DELAY_SECONDS' });
    expect(found).toMatchObject({ matches: 0, note: expect.stringContaining('ignoreCase') });
    const [exact, all] = [
      await find({ text: 'retry' }),
      await find({ text: 'retry', ignoreCase: true }),
    ];
    expect(exact.inOtherCase).toBeGreaterThan(0);
    expect(exact.matches + (exact.inOtherCase ?? 0)).toBe(all.matches);
  });

  it('continues with a cursor and returns every line once', async () => {
    const whole = await find({ text: 'lease', limit: 500 });
    const lines = (found: Found) =>
      found.pages.flatMap(({ id, lines }) =>
        lines.map(({ line, in: part }) => `${id}:${line ?? part}`),
      );
    const walked: string[] = [];
    let page: string | undefined;
    do {
      const part: Found = await find({ text: 'lease', limit: 3, ...(page && { page }) });
      expect(part.matches).toBe(whole.matches);
      walked.push(...lines(part));
      page = part.next?.page;
    } while (page);
    expect(walked).toEqual(lines(whole));
    expect(walked.length).toBeGreaterThan(6);
  });

  it('limits the lines of a page, or shows only the pages, and counts all', async () => {
    const whole = await find({ text: 'lease', limit: 500 });
    const first = await find({ text: 'lease', limit: 500, perPage: 1 });
    expect(first.pages.map(({ id, lines }) => [id, lines.map(({ line }) => line)])).toEqual(
      whole.pages.map(({ id, lines: [line] }) => [id, [line?.line]]),
    );
    expect(first).toMatchObject({ matches: whole.matches, matchingPages: whole.matchingPages });
    const alone = await find({ text: 'lease', perPage: 0 });
    expect(alone.pages.map(({ id }) => id)).toEqual(whole.pages.map(({ id }) => id));
    expect(alone.pages.every((page) => !('lines' in page) && 'matches' in page)).toBe(true);
    const [one, two] = await Promise.all([
      find({ text: 'lease', perPage: 0, limit: 1 }),
      find({ text: 'lease', perPage: 0, limit: 1 }).then(({ next }) =>
        find({ text: 'lease', perPage: 0, limit: 1, ...next }),
      ),
    ]);
    expect([one, two].flatMap(({ pages }) => pages.map(({ id }) => id))).toEqual(
      whole.pages.slice(0, 2).map(({ id }) => id),
    );
  });

  it('says when it continues a list of content that has changed', async () => {
    const edit = { operation: 'update_page', page: 'guides/retries' };
    const write = (description: string, more: object) =>
      connection.facts('open_change_request_with_edits', {
        ...{ spaceId, changes: [{ ...edit, description }] },
        ...more,
      });
    const { changeRequestId } = await write('Once', { subject: 'Describe' });
    const search = { changeRequestId, text: 'lease', limit: 1 };
    const { next, note } = await find(search);
    await write('Twice', { existing: changeRequestId });
    expect([note, (await find({ ...search, ...next })).note]).toEqual([
      undefined,
      'The content changed since the last result: start again without page.',
    ]);
  });

  it('finds the pages with one text that lack another', async () => {
    const having = await find({ text: 'lease', perPage: 0 });
    const unwanted = await find({ text: 'dead-letter', perPage: 0 });
    const lacking = await find({ text: 'lease', without: 'dead-letter', perPage: 0 });
    const others = new Set(unwanted.pages.map(({ id }) => id));
    const expected = having.pages.filter(({ id }) => !others.has(id)).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(having.pages.length);
    expect(lacking.pages.map(({ id }) => id)).toEqual(expected);
    expect(lacking.matchingPages).toBe(expected.length);
  });

  it('counts matches within longer words, which whole words leave out', async () => {
    const { matches } = await find({ text: 'message' });
    const words = await find({ text: 'message', match: 'words' });
    expect(words.matches).toBeLessThan(matches);
    expect(words).toMatchObject({ inLongerWords: matches - words.matches });
    expect(await find({ text: 'unacknowledged', match: 'words' })).not.toHaveProperty(
      'inLongerWords',
    );
    const preview = await connection.facts('replace_in_pages', {
      ...{ spaceId, old: 'message', new: 'letter', match: 'words', preview: true },
    });
    expect(preview).toMatchObject({ inLongerWords: matches - words.matches });
  });

  it('searches code alone, or all but code', async () => {
    const [code, text, both] = await Promise.all(
      ['code', 'text', 'both'].map((part) => find({ text: 'retry', in: part, limit: 500 })),
    );
    expect(code?.matches).toBeGreaterThan(0);
    expect(text?.matches).toBeGreaterThan(0);
    expect((code?.matches ?? 0) + (text?.matches ?? 0)).toBe(both?.matches);
  });

  it('leaves addresses out, and searches only headings', async () => {
    const all = await find({ text: 'retries', limit: 500 });
    const words = await find({ text: 'retries', addresses: false, limit: 500 });
    expect(words).toMatchObject({ matches: 3, inAddresses: all.matches - 3 });
    const { pages } = await find({ text: 'settings', in: 'headings' });
    expect(pages.flatMap(({ lines }) => lines.map(({ heading }) => heading))).toEqual([
      'Retry settings',
    ]);
  });

  it('says that an expression was taken as literal text', async () => {
    const found = await find({ text: 'lease|retries', match: 'words' });
    expect(found).toMatchObject({
      matches: 0,
      note: 'This was taken as words, character by character; match: "regex" takes expressions.',
    });
  });

  it('searches only a part of the tree', async () => {
    const everywhere = await find({ text: 'queue', limit: 500 });
    const below = await find({ text: 'queue', limit: 500, pages: ['guides'] });
    const guides = everywhere.pages.filter(({ path }) => /^guides(\/|$)/.test(path));
    expect(below.pages.map(({ id }) => id)).toEqual(guides.map(({ id }) => id));
    expect(below.pagesRead).toBeLessThan(everywhere.pagesRead);
    const unknown = await connection.call('find_in_pages', {
      spaceId,
      text: 'a',
      pages: ['no/where'],
    });
    expect(unknown.isError).toBe(true);
    expect(unknown.content[0]?.text).toContain('"no/where"');
  });

  it('refuses an invalid expression', async () => {
    const refused = await connection.call('find_in_pages', { spaceId, text: '(', match: 'regex' });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain('RE2');
  });
});

const page = (id: string, more: object = {}) => ({
  id,
  title: `Title ${id}`,
  path: id,
  type: 'document',
  ...more,
});
const revision = (id: string, pages: object[]) => ({ object: 'revision', id, pages });

describe('find_in_pages and its requests', () => {
  let server: ScriptedServer;
  const reads: Record<string, unknown> = {
    '/v1/spaces/s1/content': revision('r1', [
      page('p1', { pages: [page('p2', { hidden: true })] }),
      { id: 'g1', title: 'Needle group', path: 'g', type: 'group', pages: [page('gone')] },
    ]),
    '/v1/spaces/s1/content/page/p1': {
      ...page('p1'),
      markdown: '# Title p1\n\n<!-- needle -->\nno',
    },
    '/v1/spaces/s1/content/page/p2': {
      ...page('p2'),
      markdown: '# Title p2\n\n## A\n\n```\n# needle\n<Exec Command="run the tool now" />\n```',
    },
  };

  beforeAll(async () => {
    server = await startScripted(generation, { reads });
  });
  afterAll(() => server.close());

  const find = async (text: string) =>
    (await server.facts('find_in_pages', { spaceId: 's1', text })) as unknown as Found;

  it('reports what it could not read, finds hidden pages and titles, and counts hidden matches', async () => {
    const found = await find('needle');
    expect(found).toMatchObject({ matches: 1, pagesRead: 2, complete: false, hiddenMatches: 1 });
    expect(found.unread).toEqual([{ id: 'gone', title: 'Title gone', reason: 'Not found' }]);
    expect(found.pages).toMatchObject([
      { id: 'p2', hidden: true, lines: [{ line: 6, heading: 'A' }] },
    ]);
    const titled = await find('Needle');
    expect(titled.pages).toMatchObject([{ id: 'g1', lines: [{ in: 'title' }] }]);
  });

  it('shows code as its readers see it', async () => {
    const { pages } = await find('run the tool');
    expect(unfenced(pages[0]?.lines[0]?.text ?? '')).toBe('<Exec Command="run the tool now" />');
  });

  it('reads no page twice in one revision, and all again in another', async () => {
    reads['/v1/spaces/s1/content/page/gone'] = { ...page('gone'), markdown: 'here' };
    await find('needle');
    server.requests();
    await find('here');
    expect(server.requests()).toEqual(['GET /v1/spaces/s1/content']);
    const { pages } = reads['/v1/spaces/s1/content'] as { pages: object[] };
    reads['/v1/spaces/s1/content'] = revision('r2', pages);
    expect(await find('here')).toMatchObject({ matches: 1, complete: true });
    expect(server.requests().filter((line) => line.includes('/page/'))).toHaveLength(3);
  });
});
