import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { unfenced } from '../../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const [generation] = linkedClient('2026');

const TEXT = [
  '# Marks',
  'The zebra’s stripes – all 42\u00a0of them – are “unique”.',
  "The zebra's stripes - all 42 of them - are plain.",
  'The zebra&rsquo;s **stripes**, entity.',
  'An em dash — and an en dash – alone.',
].join('\n\n');

let connection: McpConnection;
let changeRequestId: unknown;
let pageId: string;
beforeAll(async () => {
  connection = await generation.stdio({ args: ['--toolsets', 'all'] });
});
afterAll(() => connection.close());

const open = async () => {
  const opened = await connection.facts('open_change_request_with_edits', {
    ...{ spaceId, subject: 'Marks' },
    changes: [{ operation: 'insert_page', document: { markdown: TEXT } }],
  });
  changeRequestId = opened.changeRequestId;
  pageId = (opened.pages as { id: string }[])[0]?.id ?? '';
};
const find = (text: string, more: object = {}) =>
  connection.facts('find_in_pages', { spaceId, changeRequestId, text, ...more });
const replace = (old: string, replacement: string, more: object = {}) =>
  connection.facts('replace_in_pages', {
    ...{ spaceId, changeRequestId, old, new: replacement, ...more },
  });
const stored = async () => {
  const place = { spaceId, changeRequestId, pageId };
  const { markdown } = await connection.facts('get_change_request_page', place);
  return unfenced(String(markdown));
};

describe('find_in_pages', () => {
  beforeAll(open);

  it.each<[string, object, number, number]>([
    ["zebra's", {}, 3, 2],
    ['zebra’s', {}, 3, 1],
    ["Zebra's", { ignoreCase: true }, 3, 2],
    ["zebra's", { match: 'words' }, 3, 2],
    ['all 42 of them', {}, 2, 1],
    ['"unique"', {}, 1, 1],
    ['stripes - all', {}, 2, 1],
  ])('finds %j with %j in other punctuation, and says so', async (text, more, matches, loose) => {
    const found = await find(text, more);
    expect(found.matches).toBe(matches);
    expect(found.looseMatches).toBe(`${loose} have other quotation marks, dashes or spaces`);
  });

  it.each([
    ['zebra’s', { match: 'regex' }],
    ['entity.', {}],
    ['–', {}],
  ])('finds %j with %j as it is', async (text, more) => {
    const found = await find(text, more);
    expect(found.matches).toBeGreaterThan(0);
    expect(found).not.toHaveProperty('looseMatches');
  });
});

describe('replace_in_pages', () => {
  it('replaces what differs, and keeps the marks of each place', async () => {
    await open();
    const done = await replace("zebra's stripes", "zebra's spots");
    expect(done).toMatchObject({
      replaced: 2,
      left: 0,
      looseMatches:
        '1 have other quotation marks, dashes or spaces than old, and keep them where new has the same',
    });
    expect(await stored()).toBe(
      TEXT.replace('zebra’s stripes', 'zebra’s spots').replace("zebra's stripes", "zebra's spots"),
    );
    expect(await replace("The zebra's", "The big zebra's")).toMatchObject({ replaced: 3 });
    expect(await stored()).toContain('The big zebra&rsquo;s **stripes**, entity.');
    await replace('spots - all 42 of them', 'spots - all 43 of them');
    const text = await stored();
    expect(text).toContain('The big zebra’s spots – all 43\u00a0of them – are “unique”.');
    expect(text).toContain("The big zebra's spots - all 43 of them - are plain.");
  });

  it('takes punctuation exactly where nothing else is to change', async () => {
    await open();
    expect(await replace('—', '–')).toMatchObject({ replaced: 1 });
    expect(await replace('zebra’s', "zebra's")).toMatchObject({ replaced: 2 });
    expect(await stored()).toContain("The zebra's stripes – all 42\u00a0of them – are “unique”.");
  });
});
