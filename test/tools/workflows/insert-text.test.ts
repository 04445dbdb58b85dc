import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../platform/test/support.ts';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { shareOf } from '../../support/long-run.ts';
import { unfenced } from '../../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const retries = 'kmBrcfIkSeuVCGDS9fXr';
const [client] = linkedClient('2025');

const PROFILES = shareOf(['contract', 'current'] as const);

describe.each(PROFILES)('adding text on the %s service', (profile) => {
  let platform: TestPlatform;
  let connection: McpConnection;

  beforeAll(async () => {
    platform = await startTestPlatform({ profile });
    connection = await client.stdio({
      args: ['serve', '--api', 'auto', '--toolsets', 'all', '--confirm', 'never'],
      env: { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' },
    });
  });

  afterAll(async () => {
    await connection.close();
    await platform.close();
  });

  const textOf = async (pageId: string, changeRequestId?: string) => {
    const name = changeRequestId ? 'get_change_request_page' : 'get_page';
    const where = { spaceId, pageId, ...(changeRequestId && { changeRequestId }) };
    return unfenced(String((await connection.facts(name, where)).markdown));
  };
  const open = async (...changes: object[]) =>
    (await connection.facts('open_change_request_with_edits', {
      spaceId,
      subject: 'Add text',
      changes,
    })) as { changeRequestId: string; pages: { diff: string }[] };
  const refused = async (name: string, args: object) => {
    const { isError, content } = await connection.call(name, { spaceId, ...args });
    expect(isError).toBe(true);
    return content[0]?.text ?? '';
  };
  const replace = (args: object) =>
    connection.facts('replace_in_pages', { spaceId, match: 'regex', ...args }) as Promise<{
      changeRequestId: string;
      replaced: number;
      note?: string;
      pages: { id: string; title: string; diff: string }[];
    }>;

  it('names the sections that share a heading, and needs one of them', async () => {
    const markdown = '## Demo\n\n### Limits\n\nFew.\n\n## Production\n\n### Limits\n\nMany.';
    const document = { markdown };
    const insert = { operation: 'insert_page', title: 'Two limits', into: null, document };
    const { changeRequestId: existing } = await open(insert);
    const add = { operation: 'insert_text', page: 'two-limits', section: 'Limits', new: 'More.' };
    const told = await refused('open_change_request_with_edits', { existing, changes: [add] });
    expect(told).toContain('the page has more than one section "Limits"');
    expect(told).toContain('"Demo > Limits", "Production > Limits"');
  });

  it('begins a paragraph without the blanks that would continue a line', async () => {
    const document = { markdown: 'One two. Three.' };
    const insert = { operation: 'insert_page', title: 'Two words', into: null, document };
    const { changeRequestId: existing } = await open(insert);
    const add = { operation: 'insert_text', page: 'two-words', after: 'One two.', new: ' Four.' };
    await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, existing },
      changes: [add],
    });
    expect(await textOf('two-words', existing)).toMatch(/One two\. Three\.\n\nFour\.\s*$/);
  });

  it('shows what frontmatter sets, which the diff of a text does not show', async () => {
    const textWith = (description: string) => ({
      markdown: `---\ndescription: ${description}\n---\n\n# Set\n\nWords.`,
    });
    const insert = { operation: 'insert_page', title: 'Set', into: null, document: textWith('A') };
    const { changeRequestId: existing } = await open(insert);
    const update = { operation: 'update_page', page: 'set', document: textWith('B') };
    const { pages } = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, existing },
      changes: [update],
    });
    expect(pages).toEqual([
      expect.objectContaining({ frontmatter: 'sets description: "A" → "B"' }),
    ]);
    const { diffs } = await connection.facts('edit_change_request_content', {
      ...{ spaceId, changeRequestId: existing },
      changes: [{ ...update, document: textWith('C') }],
    });
    expect(diffs).toEqual([
      { page: expect.any(String), frontmatter: 'sets description: "B" → "C"' },
    ]);
  });

  it('continues a table with rows, and a list with items, without a blank line', async () => {
    const text =
      '## Terms\n\n| Term | Meaning |\n| --- | --- |\n| One | First |\n\n## List\n\n* One\n* Two';
    const { changeRequestId: existing } = (await connection.facts(
      'open_change_request_with_edits',
      {
        ...{ spaceId, subject: 'A glossary' },
        changes: [
          { operation: 'insert_page', title: 'Glossary', into: null, document: { markdown: text } },
        ],
      },
    )) as { changeRequestId: string };
    const add = (more: object) =>
      connection.facts('open_change_request_with_edits', {
        ...{ spaceId, existing },
        changes: [{ operation: 'insert_text', page: 'glossary', at: 'end', ...more }],
      });
    await add({ section: 'List', new: '* Three' });
    await add({ section: 'Terms', new: '| Two | Second |\n| Three | Third |' });
    await add({ section: 'List', new: '1. Another list' });
    expect(await textOf('glossary', existing)).toContain(
      '| One | First |\n| Two | Second |\n| Three | Third |\n\n## List\n\n* One\n* Two\n* Three\n\n1. Another list',
    );
  });

  it('puts it at the end or the start of a page or a section, and leaves the rest', async () => {
    const change = { operation: 'insert_text', page: 'guides/retries' };
    const { changeRequestId, pages } = await open(
      { ...change, new: 'The last line.\n' },
      { ...change, new: '\n\nThe first line.', at: 'start' },
      { ...change, new: '* One more.', section: 'Retry settings' },
      { ...change, new: 'To begin with:', section: 'Retry settings', at: 'start' },
    );
    const before = await textOf(retries);
    const parts = before.split(/(?=^## )/m);
    const wanted = parts.map((part, index) => {
      if (index === 0) return part.replace(/\n\n/, '\n\nThe first line.\n\n');
      if (!part.startsWith('## Retry settings\n')) return part;
      const added = part.replace(/\n\n/, '\n\nTo begin with:\n\n');
      return `${added.trimEnd()}\n\n* One more.\n\n`;
    });
    expect((await textOf(retries, changeRequestId)).trimEnd()).toBe(
      `${wanted.join('').trimEnd()}\n\nThe last line.`,
    );
    const changed = unfenced(pages[0]?.diff ?? '').split('\n');
    expect(changed.filter((line) => line.startsWith('-'))).toEqual([]);
    expect(changed.filter((line) => line.startsWith('+') && line !== '+')).toEqual([
      '+The first line.',
      '+To begin with:',
      '+* One more.',
      '+The last line.',
    ]);
  });

  it('stays out of blocks: after the end of one, within the one that contains the section', async () => {
    const inserted = await open({
      operation: 'insert_page',
      title: 'Blocks',
      document: {
        markdown:
          '{% tabs %}\n{% tab title="A" %}\n## In A\n\nText.\n{% endtab %}\n{% endtabs %}\n\n```\ncode\n```',
      },
    });
    const { changeRequestId } = inserted;
    const change = { operation: 'insert_text', page: 'Blocks' };
    await connection.facts('edit_change_request_content', {
      spaceId,
      changeRequestId,
      changes: [
        { ...change, new: 'After the code.' },
        { ...change, new: 'In the tab.', section: 'In A' },
        { ...change, new: 'Before the tabs.', at: 'start' },
      ],
    });
    const { id } = await connection
      .facts('get_change_request_page', { spaceId, changeRequestId, pageId: 'Blocks' })
      .then((page) => page as { id: string });
    const text = await textOf(id, changeRequestId);
    expect(text.trimEnd()).toBe(
      '# Blocks\n\nBefore the tabs.\n\n{% tabs %}\n{% tab title="A" %}\n## In A\n\nText.\n\nIn the tab.\n{% endtab %}\n{% endtabs %}\n\n```\ncode\n```\n\nAfter the code.',
    );
  });

  it('refuses an invalid position, and names the valid ones', async () => {
    const say = (change: object) =>
      refused('open_change_request_with_edits', {
        subject: 'x',
        changes: [{ operation: 'insert_text', page: retries, new: 'x', ...change }],
      });
    expect(await say({ at: 3 })).toContain('insert_text takes start or end');
    expect(await say({ section: 'Nowhere' })).toContain('"Retry settings"');
  });

  it('adds a line to many pages with \\z or \\A, and only below a page with path/*', async () => {
    const added = await replace({
      old: '\\z',
      new: `See [it](/pages/${retries}).`,
      pages: ['concepts/*'],
    });
    expect(added.pages.map(({ title }) => title)).not.toContain('Concepts');
    expect(added.replaced).toBe(added.pages.length);
    expect(added.replaced).toBeGreaterThan(1);
    for (const { id, diff } of added.pages) {
      expect(unfenced(diff)).not.toMatch(/^-/m);
      const [before, after] = [await textOf(id), await textOf(id, added.changeRequestId)];
      expect(after.startsWith(before.trimEnd())).toBe(true);
    }
    const first = await replace({ old: '\\A', new: 'Costs $$1.', pages: [retries], preview: true });
    expect(unfenced(first.pages[0]?.diff ?? '')).toBe('@@ -2,0 +3,2 @@\n+Costs $1.\n+');
  });

  it('says why an expression replaces nothing', async () => {
    const { replaced, note } = await replace({ old: '$', new: 'x' });
    expect(replaced).toBe(0);
    expect(note).toContain('\\z');
  });
});
