import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { shareOf } from '../../support/long-run.ts';

const [generation] = linkedClient('2025');
const spaceId = 'Developer Guide';

interface Found {
  title: string;
  lines: { text: string }[];
}

describe.each(shareOf(['contract', 'current']))('links to a page, on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--toolsets', 'all', '--profile', profile, '--confirm', 'never'],
    });
  });
  afterAll(() => connection.close());

  const find = (text: string, more: object = {}) =>
    connection.facts('find_in_pages', { spaceId, text, match: 'link', ...more });
  const titlesOf = ({ pages }: Record<string, unknown>) =>
    (pages as Found[]).map(({ title }) => title);

  it.each(['Limits and quotas', 'limits', '/limits.md', 'ps6VRRlfur0n9KpE6mAR'])(
    'are found in any form, for %s',
    async (name) => {
      const found = await find(name);
      expect(found).toMatchObject({ matches: 2, pagesRead: 20, complete: true });
      expect(titlesOf(found)).toEqual(['Welcome to Northwind Queue', 'Guides']);
      const [welcome] = found.pages as Found[];
      expect(welcome?.lines[0]?.text).toContain('[rate limits](./limits.md#request-rates)');
    },
  );

  it('are found with an anchor', async () => {
    for (const name of ['limits#request-rates', '/limits#request-rates']) {
      expect(titlesOf(await find(name))).toEqual(['Welcome to Northwind Queue']);
    }
    expect(await find('limits#nothing')).toMatchObject({ matches: 0 });
  });

  it('are found in HTML, in blocks, by id, and in other spaces', async () => {
    const app = 'https://app.gitbook.com/s/spaceDevGuide0000001';
    const { number } = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId: 'Operations Handbook', subject: 'Links', merge: true },
      changes: [
        {
          ...{ operation: 'insert_page', title: 'Elsewhere' },
          document: { markdown: `[by path](${app}/limits#quotas), [other](${app}/sdks)` },
        },
      ],
    });
    expect(number).toEqual(expect.any(Number));
    const html =
      '<a href="limits.md">a</a>\n\n{% content-ref url="/pages/ps6VRRlfur0n9KpE6mAR" %}\n[limits](limits.md)\n{% endcontent-ref %}';
    const { changeRequestId } = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Links' },
      changes: [{ operation: 'insert_text', page: 'sdks', new: html, at: 'end' }],
    });
    const found = await find('limits', { changeRequestId, pages: ['sdks'] });
    expect(found.matches).toBeGreaterThanOrEqual(2);
    const all = await find('limits', { moreSpaces: ['Operations Handbook'] });
    expect(titlesOf(all)).toContain('Elsewhere');
    expect(all.matches).toBe(3);
  });

  it('are redirected in one call, and are no longer found', async () => {
    const done = await connection.facts('replace_in_pages', {
      ...{ spaceId, old: 'Limits and quotas', new: 'Retries and backoff#retry-settings' },
      ...{ match: 'link' },
    });
    expect(done).toMatchObject({ replaced: 2, changedPages: 2, left: 0 });
    const { changeRequestId } = done as { changeRequestId: string };
    expect(await find('limits', { changeRequestId })).toMatchObject({ matches: 0 });
    const there = await find('Retries and backoff', { changeRequestId });
    expect(titlesOf(there)).toContain('Welcome to Northwind Queue');
    const audit = await connection.facts('audit_links', { spaceId, changeRequestId });
    expect(JSON.stringify(audit)).not.toContain('retry-settings');
  });

  it('may be redirected to any address', async () => {
    const found = await find('https://status.northwind.example.com');
    expect(titlesOf(found)).toEqual(['Welcome to Northwind Queue', 'Troubleshooting']);
    const shown = await connection.facts('replace_in_pages', {
      ...{ spaceId, old: 'https://status.northwind.example.com/', new: 'https://up.example.com/' },
      ...{ match: 'link', preview: true },
    });
    expect(JSON.stringify(shown.pages)).toContain('](https://up.example.com/)');
    const rest = await connection.facts('replace_in_pages', {
      ...{ spaceId, old: 'https://example.com', new: 'https://example.org/docs' },
      ...{ match: 'link', preview: true },
    });
    expect(JSON.stringify(rest.pages)).toContain('](https://example.org/docs/load-test)');
  });

  it('are refused for a page that does not exist', async () => {
    const refusalOf = async (text: string) => {
      const args = { spaceId, text, match: 'link' };
      const { isError, content } = await connection.call('find_in_pages', args);
      expect(isError).toBe(true);
      return content[0]?.text;
    };
    const unknown = await refusalOf('nothing such');
    expect(unknown).toContain('there is no page "nothing such"');
    expect(unknown).toContain('found by their address exactly as it is written');
    expect(await refusalOf('#quotas')).toContain('page#anchor');
  });

  it('that lead nowhere are found and mended by their address as it is written', async () => {
    expect(titlesOf(await find('guides/message-templates.md'))).toEqual(['Quickstart']);
    const { changeRequestId } = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Fan out' },
      changes: [
        { operation: 'insert_page', title: 'Concepts', slug: 'concepts', into: 'sdks', ref: 'new' },
        { operation: 'insert_page', title: 'Fan out', slug: 'fan-out', into: 'new' },
      ],
    });
    // As the name of a page it would mean the new one, to which it does not lead.
    const dead = '../../concepts/fan-out.md';
    expect(titlesOf(await find(dead, { changeRequestId }))).toEqual(['Push endpoints']);
    const mended = await connection.facts('replace_in_pages', {
      ...{ spaceId, changeRequestId, match: 'link', old: dead, new: 'sdks/concepts/fan-out' },
    });
    expect(mended).toMatchObject({ replaced: 1, changedPages: 1 });
    expect(titlesOf(await find('sdks/concepts/fan-out', { changeRequestId }))).toEqual([
      'Push endpoints',
    ]);
  });

  it('stay as they are if they lead to the named page already', async () => {
    const args = { spaceId, match: 'link', old: 'Limits and quotas', new: '/limits.md' };
    const { isError, content } = await connection.call('replace_in_pages', args);
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('old and new name the same page');
  });

  it('include those of a page to its own headings, if a heading is named', async () => {
    const markdown =
      '[below](#part-two), [same](parts.md#part-two), [first](#part-one).\n\n## Part one\n\nx\n\n## Part two\n\ny';
    const { changeRequestId } = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Own headings' },
      changes: [{ operation: 'insert_page', title: 'Parts', ref: 'parts', document: { markdown } }],
    });
    expect(await find('parts#part-two', { changeRequestId })).toMatchObject({ matches: 2 });
    expect(await find('parts', { changeRequestId })).toMatchObject({ matches: 1 });
    const done = await connection.facts('replace_in_pages', {
      ...{ spaceId, changeRequestId, match: 'link' },
      ...{ old: 'parts#part-two', new: 'parts#part-one' },
    });
    expect(done).toMatchObject({ replaced: 2, left: 0 });
    expect(JSON.stringify(done.pages)).toContain('[below](#part-one)');
    expect(await find('parts#part-one', { changeRequestId })).toMatchObject({ matches: 3 });
  });
});

describe('different texts', () => {
  it('are listed once, with their pages', async () => {
    const connection = await generation.stdio({ args: [] });
    const settings = { spaceId, text: '`(max|min)_\\w+`', match: 'regex', distinct: true };
    const found = await connection.facts('find_in_pages', settings);
    expect(found).not.toHaveProperty('pages');
    const texts = found.texts as { text: string; matches: number; pages: string[] }[];
    expect(texts.map(({ text }) => text)).toEqual([...texts.map(({ text }) => text)].sort());
    expect(texts.reduce((sum, { matches }) => sum + matches, 0)).toBe(found.matches);
    expect(found.different).toBe(texts.length);
    const attempts = texts.find(({ text }) => text === '`max_attempts`');
    expect(attempts?.pages).toContain('guides/retries');
    const first = await connection.facts('find_in_pages', { ...settings, limit: 1 });
    expect(first.texts).toEqual(texts.slice(0, 1));
    const { page } = first.next as { page: string };
    const second = await connection.facts('find_in_pages', { ...settings, limit: 1, page });
    expect(second.texts).toEqual(texts.slice(1, 2));
    await connection.close();
  });
});
