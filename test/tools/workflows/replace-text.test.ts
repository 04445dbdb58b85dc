import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { unfenced } from '../../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const retries = 'kmBrcfIkSeuVCGDS9fXr';
const push = 'Bwh4eBRRleeLze7RwYx2';
const brokenLink = '../../concepts/fan-out.md';

interface Replaced {
  changeRequestId: string;
  number: number;
  status: string;
  replaced: number;
  pages: { id: string; title: string; replaced: number; diff: string }[];
}

describe('replacing text', () => {
  let connection: McpConnection;
  const [generation] = linkedClient('2025');

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--toolsets', 'all'] });
  });
  afterAll(() => connection.close());

  const replace = async (args: object) =>
    (await connection.facts('replace_in_pages', { spaceId, ...args })) as unknown as Replaced;
  const refused = async (name: string, args: object) => {
    const { isError, content } = await connection.call(name, { spaceId, ...args });
    expect(isError).toBe(true);
    return content[0]?.text ?? '';
  };
  const textOf = async (pageId: string, changeRequestId?: string) => {
    const name = changeRequestId ? 'get_change_request_page' : 'get_page';
    const where = { spaceId, pageId, ...(changeRequestId && { changeRequestId }) };
    return unfenced(String((await connection.facts(name, where)).markdown));
  };
  const draft = async () => {
    const { id } = await connection.facts('create_change_request', { spaceId, subject: 'Edits' });
    return String(id);
  };
  const edit = (changeRequestId: string, ...changes: object[]) =>
    connection.facts('edit_change_request_content', { spaceId, changeRequestId, changes });

  it('previews its changes, and then writes exactly those', async () => {
    const wanted = { old: 'max_(\\w+)_seconds', new: 'longest_$1_s', match: 'regex' };
    const shown = await replace({ ...wanted, preview: true });
    expect(shown).toMatchObject({ preview: true, replaced: 3 });
    expect(shown).not.toHaveProperty('changeRequestId');
    const done = await replace({ ...wanted, status: 'open' });
    expect(done).toMatchObject({ status: 'open', replaced: 3, changedPages: 1, left: 0 });
    expect(done).toMatchObject({ diffs: 'as in the preview', pages: [{ id: retries }] });
    expect(done.pages[0]).not.toHaveProperty('diff');
    expect(unfenced(shown.pages[0]?.diff ?? '')).toContain(
      '+| `longest_delay_s` | 900 | 1 to 3600 | Upper bound of a single wait |',
    );
    const before = await textOf(retries);
    expect(await textOf(retries, done.changeRequestId)).toBe(
      before.replaceAll('max_delay_seconds', 'longest_delay_s'),
    );
  });

  it('shows the first lines of each page if there are many, and all of one page', async () => {
    const lines = (word: string) => Array.from({ length: 25 }, (_, at) => `- ${word} ${at}\n`);
    const pages = ['North', 'South'].map((title) => ({
      ...{ operation: 'insert_page', title, document: { markdown: lines('cargo').join('') } },
    }));
    const { changeRequestId } = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Cargo', changes: pages },
    });
    const wanted = { changeRequestId, old: 'cargo', new: 'freight' };
    const preview = await replace({ ...wanted, preview: true });
    expect(preview).toMatchObject({ replaced: 50, pages: [{ replaced: 25 }, { replaced: 25 }] });
    const [north = ''] = preview.pages.map(({ diff }) => unfenced(diff));
    expect(north).toContain('-- cargo 14\n');
    expect(north).toContain('+- freight 14\n');
    expect(north).not.toContain('cargo 15');
    expect(north).toMatch(/… 20 more changed lines; a preview of only this page shows them\.$/);
    const alone = await replace({ ...wanted, pages: ['north'], preview: true });
    expect(unfenced(alone.pages[0]?.diff ?? '')).toContain('+- freight 24');
  });

  it('counts what is left, but not what the new text contains', async () => {
    const retitled = await replace({ old: 'Retries', new: 'Repeated Retries' });
    expect(retitled).toMatchObject({
      ...{ replaced: 4, changedPages: 3, left: 1 },
      leftIn: expect.stringContaining('titles'),
    });
    expect(unfenced(retitled.pages[0]?.diff ?? '')).toContain('[Repeated Retries and backoff]');
    const all = await replace({ old: 'Retries', new: 'Repetition', titles: true });
    expect(all).toMatchObject({ replaced: 5, left: 0 });
    expect(all).not.toHaveProperty('leftIn');
  });

  it('keeps the title that a replaced text begins with', async () => {
    const changeRequestId = await draft();
    const change = { operation: 'replace_text', page: retries, old: '# Retries and backoff\n' };
    await edit(changeRequestId, { ...change, new: '# Retries and backoff\n\nNew first line.\n' });
    const [before, after] = [await textOf(retries), await textOf(retries, changeRequestId)];
    expect(after).toBe(
      before.replace('# Retries and backoff\n', '# Retries and backoff\n\nNew first line.\n'),
    );
    expect(
      await refused('edit_change_request_content', {
        changeRequestId,
        changes: [{ ...change, new: '# Retries\n' }],
      }),
    ).toContain('To rename the page, make the change update_page with title');
  });

  it('says what changes a setting of the page instead of its text', async () => {
    const changeRequestId = await draft();
    const description = 'How often to retry';
    const change = { operation: 'update_page', page: retries, description };
    await edit(changeRequestId, change);
    const replaced = (old: string) =>
      refused('edit_change_request_content', {
        changeRequestId,
        changes: [{ operation: 'replace_text', page: retries, old, new: 'x' }],
      });
    expect(await replaced(description)).toContain('update_page sets it with description');
    expect(await replaced('icon: bolt')).toContain('update_page sets it with icon');
  });

  it('distinguishes code from text', async () => {
    const inCode = await replace({ old: 'orders-shipping', new: 'x', in: 'code', preview: true });
    const inText = await replace({ old: 'orders-shipping', new: 'x', in: 'text', preview: true });
    const both = await replace({ old: 'orders-shipping', new: 'x', preview: true });
    expect(inCode.replaced).toBeGreaterThan(0);
    expect(inCode.replaced + inText.replaced).toBe(both.replaced);
  });

  it('writes titles only on request, and never a second heading', async () => {
    const left = await replace({
      old: 'Retries and backoff',
      new: 'Retries',
      pages: [retries],
      preview: true,
    });
    expect(left.replaced).toBe(0);
    const done = await replace({
      old: 'Retries and backoff',
      new: 'Retries',
      pages: [retries],
      titles: true,
    });
    expect(done.replaced).toBe(1);
    const text = await textOf(retries, done.changeRequestId);
    expect(text).toMatch(/^# Retries\n\n(?!# )/);
  });

  it('writes a page with a dead link, and keeps the link', async () => {
    const done = await replace({ old: 'Register an endpoint', new: 'Register', pages: [push] });
    const before = await textOf(push);
    expect(before).toContain(brokenLink);
    const after = await textOf(push, done.changeRequestId);
    expect(after).toBe(before.replace('Register an endpoint', 'Register'));
  });

  it('writes into an existing change request unless it moved on', async () => {
    const changeRequestId = await draft();
    const args = { old: 'Lower bound', new: 'Least', changeRequestId };
    const text = await refused('replace_in_pages', {
      ...args,
      old: 'Upper',
      expectedRevision: 'other',
    });
    expect(text).toContain('moved on');
    const done = await replace({ ...args, old: 'Upper bound', new: 'Most', ignoreCase: true });
    expect(done).toMatchObject({ changeRequestId, status: 'draft' });
    const again = await replace({ ...args, old: 'Most of a single', new: 'Longest' });
    expect(again.replaced).toBe(1);
    expect(await textOf(retries, changeRequestId)).toContain('| Longest wait |');
  });

  it('replaces what readers see, and writes escapes as they were', async () => {
    const id = await draft();
    const note = String.raw`Set \*APIKEY\_PATH\*, not \[KEY\].`;
    await edit(id, { operation: 'insert_text', page: push, new: note, at: 'end' });
    const done = await replace({
      ...{ changeRequestId: id, old: '*APIKEY_PATH*', new: '*KEY_PATH*' },
    });
    expect(done).toMatchObject({ replaced: 1, left: 0 });
    await edit(id, { operation: 'replace_text', page: push, old: 'not [KEY]', new: 'not [A]' });
    const text = await textOf(push, id);
    expect(text.trimEnd().split('\n').at(-1)).toBe(String.raw`Set \*KEY\_PATH\*, not \[A\].`);
  });

  it('replace_text changes one place and nothing else, several in one call', async () => {
    const changeRequestId = await draft();
    const change = { operation: 'replace_text', page: retries };
    await edit(
      changeRequestId,
      { ...change, old: 'after 5 delivery', new: 'after 8 delivery' },
      { ...change, old: 'Settings apply', new: 'Settings hold', section: 'Retry settings' },
      { ...change, old: 'orders-shipping', new: 'orders', all: true },
    );
    const before = await textOf(retries);
    expect(await textOf(retries, changeRequestId)).toBe(
      before
        .replace('after 5 delivery', 'after 8 delivery')
        .replace('Settings apply', 'Settings hold')
        .replaceAll('orders-shipping', 'orders'),
    );
  });

  it('replace_text is refused with count and lines if it is ambiguous', async () => {
    const changeRequestId = await draft();
    const change = { operation: 'replace_text', page: retries, new: 'x' };
    const say = (old: string, more: object = {}) =>
      refused('edit_change_request_content', {
        changeRequestId,
        changes: [{ ...change, old, ...more }],
      });
    expect(await say('dead-letter')).toMatch(/occurs 5 times .*line 7: .*line 44: .*line 51: /);
    expect(await say('nothing of the kind')).toContain('is not on the page');
    expect(await say('settings APPLY')).toContain('In another case it occurs in <untrusted-');
    expect(await say('Settings apply', { section: 'Choosing values' })).toContain(
      '"Choosing values"',
    );
    expect(await say('Settings', { section: 'No such section' })).toContain('"Retry settings"');
    expect(await textOf(retries, changeRequestId)).toBe(await textOf(retries));
  });

  it('replace_section changes one section and nothing else', async () => {
    const changeRequestId = await draft();
    const markdown = '## Choosing values\n\nChoose well.';
    const change = { operation: 'replace_section', page: retries, section: 'Choosing values' };
    await edit(changeRequestId, { ...change, document: { markdown } });
    const before = await textOf(retries);
    const start = before.indexOf('## Choosing values');
    const end = before.indexOf('\n## ', start + 1) + 1;
    const after = await textOf(retries, changeRequestId);
    expect(after.trimEnd()).toBe(
      `${before.slice(0, start)}${markdown}\n\n${end > 0 ? before.slice(end) : ''}`.trimEnd(),
    );
  });
});
