import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';

const SPACE = 'Developer Guide';
const PAGE = 'guides/retries';
const TITLE = 'Retries and backoff';
const WORDS = 'up to 20 percent';
const [generation] = linkedClient('2026');

interface Edited {
  pages: { title: string; outcome: string; diff?: string; path?: string; position?: string }[];
}

describe.each(shareOf(['current', 'contract']))('plausible edits on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--profile', profile] });
  });

  afterAll(() => connection.close());

  const edited = async (changes: unknown, more: object = {}) =>
    (await connection.facts('open_change_request_with_edits', {
      ...{ spaceId: SPACE, subject: 'Guess', changes },
      ...more,
    })) as unknown as Edited;

  it.each<[object]>([
    [{ operation: 'replace_text', from: WORDS, to: 'up to 20 %' }],
    [{ edits: [{ old: WORDS, new: 'up to 20 %' }] }],
    [{ replacements: { [WORDS]: 'up to 20 %' } }],
    [{ operation: 'update_text', old: WORDS, new: 'up to 20 %' }],
  ])('a text of a page is replaced by %j', async (change) => {
    const { pages } = await edited([{ page: PAGE, ...change }]);
    expect(pages).toMatchObject([{ diff: expect.stringContaining('up to 20 %') }]);
  });

  it('a page beside the changes applies to each of them', async () => {
    const { pages } = await edited([{ old_text: WORDS, new_text: 'up to 20 %' }], {
      pageId: PAGE,
    });
    expect(pages).toMatchObject([{ title: TITLE, outcome: 'edited' }]);
  });

  it.each<[object, string]>([
    [{ operation: 'set_description', description: 'D' }, 'settings changed'],
    [{ operation: 'set_icon', value: 'bolt' }, 'settings changed'],
    [{ operation: 'update_page', frontmatter: { description: 'D' } }, 'settings changed'],
    [{ operation: 'rename', to: 'Again' }, 'title'],
    [{ operation: 'rename_page', path: 'guides/again' }, 'guides/again'],
    [{ operation: 'hide' }, 'settings changed'],
    [{ operation: 'move', newPath: 'concepts/retries' }, 'concepts/retries'],
    [
      { operation: 'move_page', to: 'concepts', before: 'concepts/delivery-guarantees' },
      'of 3 under Core concepts',
    ],
  ])('the settings or the position of a page are changed by %j', async (change, told) => {
    const { pages } = await edited([{ page: PAGE, ...change }]);
    expect(JSON.stringify(pages[0])).toContain(told);
    expect(JSON.stringify(pages[0])).not.toContain('"diff"');
  });

  it('several pages in one change are changed in the same way', async () => {
    const { pages } = await edited([
      { operation: 'delete_pages', pages: ['guides/push', 'security'] },
    ]);
    expect(pages.map(({ title, outcome }) => `${title}: ${outcome}`)).toEqual(
      expect.arrayContaining(['Push endpoints: deleted', 'Security and API keys: deleted']),
    );
  });

  it.each<[object, object]>([
    [{ operation: 'create', title: 'N', parent: 'guides', content: 'T' }, { path: 'guides/n' }],
    [
      { operation: 'create_page', path: 'guides/n', name: 'New', markdown: 'T' },
      { path: 'guides/n' },
    ],
    [{ type: 'page_create', title: 'N', into: '/', markdown: 'T' }, { path: 'n' }],
    [{ operation: 'insert_page', title: 'N', into: 'root', markdown: 'T' }, { path: 'n' }],
    [
      { operation: 'insert_page', page: { title: 'N', markdown: 'T', parent: 'guides' } },
      { path: 'guides/n' },
    ],
    [
      { operation: 'insert_page', title: 'N', into: 'guides', after: PAGE, markdown: 'T' },
      { path: 'guides/n' },
    ],
  ])('a page is created by %j', async (change, page) => {
    expect((await edited([change])).pages).toMatchObject([page]);
  });

  it.each<[object, RegExp]>([
    [{ operation: 'insert_text', new: 'T', before: 'Backoff' }, /\+T\n(?:\+\n)? ## Backoff|\+T/],
    [{ operation: 'insert_after', heading: 'Backoff', text: 'T' }, /\+T/],
    [{ operation: 'append_to_section', section: 'Backoff', text: 'T' }, /\+T/],
    [
      { operation: 'insert_section', heading: 'New', markdown: 'T', after: 'Backoff' },
      /\+## New\n\+\n\+T/,
    ],
    [{ operation: 'delete_section', section: 'Backoff' }, /-## Backoff/],
    [{ operation: 'delete_text', old: WORDS }, /-.*up to 20 percent/],
  ])('a part of a page is changed by %j', async (change, diff) => {
    const { pages } = await edited([{ page: PAGE, ...change }]);
    expect(pages).toMatchObject([{ diff: expect.stringMatching(diff) }]);
  });

  it('a text is inserted before a section, after what precedes it', async () => {
    const { changeRequestId } = (await edited([
      { operation: 'insert_text', page: PAGE, new: 'Put here.', before: 'Backoff' },
    ])) as unknown as { changeRequestId: string };
    const read = { spaceId: SPACE, changeRequestId, pageId: PAGE };
    const { markdown } = await connection.facts('get_change_request_page', read);
    expect(String(markdown)).toMatch(/\S\n\nPut here\.\n\n## Backoff\n/);
  });

  it.each([
    '{% hint style="info" %}\nText.\n{% endhint %}',
    '[A link](https://example.com), and more.',
    '{name} stands for yours.',
    '{"a": [1]}',
    '[1]',
  ])('a page accepts text that begins like JSON: %j', async (markdown) => {
    const { number } = (await edited([
      { operation: 'insert_page', into: 'guides', title: 'Begins', ref: 'new', markdown },
    ])) as unknown as { number: number };
    const read = { spaceId: SPACE, changeRequestId: String(number), pageId: 'guides/begins' };
    expect((await connection.facts('get_change_request_page', read)).markdown).toContain(markdown);
  });

  it('a change request without a subject is named after its changes', async () => {
    const { number } = (await edited(
      [{ operation: 'replace_text', page: PAGE, old: WORDS, new: 'up to 20 %' }],
      { subject: undefined },
    )) as unknown as { number: number };
    const request = { spaceId: SPACE, changeRequestId: `CR-${number}` };
    expect(await connection.facts('get_change_request', request)).toMatchObject({
      subject: `Edit ${TITLE}`,
    });
  });

  it('a file whose name tells its type needs no other', async () => {
    const base64 = Buffer.from('picture').toString('base64');
    const file = (name: string) => ({ operation: 'insert_files', files: [{ name, base64 }] });
    const { files, changeRequestId } = (await edited([file('plan.png')])) as unknown as {
      files: { name: string }[];
      changeRequestId: string;
    };
    expect(files).toMatchObject([{ name: 'plan.png' }]);
    const { items } = await connection.facts('list_files', {
      ...{ spaceId: SPACE, changeRequestId, filter: 'plan.png' },
    });
    expect(items).toMatchObject([{ contentType: 'image/png' }]);
    const { isError, content } = await connection.call('open_change_request_with_edits', {
      ...{ spaceId: SPACE, changes: [file('plan')] },
    });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain('contentType is required with base64');
  });

  it('a new page is named as links name it', async () => {
    const { pages } = await edited([
      { operation: 'insert_page', title: 'One', ref: 'one', markdown: 'T' },
      { operation: 'insert_page', title: 'Two', after: './one.md', markdown: 'T' },
      { operation: 'insert_page', title: 'Three', into: 'one.md', markdown: 'T' },
    ]);
    expect(pages).toMatchObject([
      { title: 'One' },
      { title: 'Two', position: expect.stringContaining('after One') },
      { title: 'Three', path: 'one/three' },
    ]);
  });

  it.each<[object, string]>([
    [{ operation: 'insert_group', title: 'G' }, 'insert_page makes a page, and others go below it'],
    [{ operation: 'insert_link', title: 'L', url: 'https://a.example' }, 'takes no links'],
    [{ operation: 'delete_file', file: 'a.png' }, 'insert_files adds one'],
    [{ operation: 'delete_page', page: PAGE, redirectTo: 'guides' }, 'linksTo points links'],
  ])('the refusal of %j says what to do instead', async (change, told) => {
    const call = { spaceId: SPACE, changes: [change] };
    const { isError, content } = await connection.call('open_change_request_with_edits', call);
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain(told);
  });
});
