import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';

const SPACE = 'Developer Guide';
const PAGE = 'guides/retries';
const TITLE = 'Retries and backoff';
const WORDS = 'up to 20 percent';
const THREAD = 'oLTR7nmB9UGfXmPYTgWA';
const [generation] = linkedClient('2026');

describe.each(shareOf(['current', 'contract']))(
  'plausible arguments on the profile %s',
  (profile) => {
    let connection: McpConnection;

    beforeAll(async () => {
      connection = await generation.stdio({ args: ['--profile', profile] });
    });

    afterAll(() => connection.close());

    const refused = async (tool: string, args: object) => {
      const { isError, content } = await connection.call(tool, { ...args });
      expect(isError).toBe(true);
      return content[0]?.text ?? '';
    };

    it.each([{ spaceId: SPACE }, { verbose: true }, { fields: ['*'] }, { include: ['spaces'] }])(
      'get_context returns everything, whatever is requested: %j',
      async (args) => {
        const told = await connection.facts('get_context', args);
        expect(told).toEqual(await connection.facts('get_context', {}));
      },
    );

    it('list_pages shows the requested number of pages or levels, and continues', async () => {
      const list = (args: object) => connection.facts('list_pages', { spaceId: SPACE, ...args });
      const all = await list({});
      const lines = String(all.outline).split('\n');
      const first = await list({ limit: '5' });
      expect(String(first.outline).split('\n')).toEqual(lines.slice(0, 5));
      const { page } = first.next as { page: string };
      expect(String((await list({ page })).outline)).toContain(lines.at(-1)?.trim());
      const top = await list({ depth: 1 });
      expect(String(top.outline)).not.toMatch(/^ /m);
      expect(top.count).toBe(lines.filter((line) => !line.startsWith(' ')).length);
      expect(top.deeper).toBe(lines.length - Number(top.count));
      expect(await list({ limit: lines.length })).toEqual(all);
    });

    it.each([
      { recursive: true },
      { includeHidden: 'true' },
      { format: 'markdown' },
      { cursor: null },
      { page: 1 },
      { offset: 0 },
      { organizationId: 'Northwind' },
      { filter: '' },
      { changeRequestId: null },
    ])('list_pages accepts %j', async (args) => {
      const told = await connection.facts('list_pages', { spaceId: SPACE, ...args });
      expect(told).toEqual(await connection.facts('list_pages', { spaceId: SPACE }));
    });

    it.each<[string, object]>([
      ['a part of it as a list', { pageId: PAGE, section: ['Backoff'] }],
      ['text', { pageId: PAGE, format: 'text' }],
      ['an object', { page: { path: PAGE } }],
      ['an object of a list', { page: { id: 'kmBrcfIkSeuVCGDS9fXr', title: TITLE } }],
      ['the pages above it', { pageId: `Guides > ${TITLE}` }],
      ['the page above it and a slash', { pageId: `Guides/${TITLE}` }],
      ['a line of an outline', { pageId: ` ${TITLE} (kmBrcfIkSeuVCGDS9fXr) /retries` }],
      ['a line of a long outline', { pageId: `${TITLE} ~kmBr /guides/retries [hidden]` }],
      ['a link of another page', { pageId: '../guides/retries.md' }],
      ['a link with an anchor', { pageId: '../../guides/retries.md#backoff' }],
      ['the address of the space', { spaceId: 'developer-guide', pageId: PAGE }],
    ])('get_page finds a page by %s', async (_, args) => {
      expect(await connection.facts('get_page', { spaceId: SPACE, ...args })).toMatchObject({
        title: TITLE,
      });
    });

    it.each([
      { query: ['retries', 'backoff'] },
      { keywords: ['retries', 'backoff'] },
      { searchTerm: 'retries backoff' },
    ])('search_space accepts %j', async (args) => {
      const told = await connection.facts('search_space', { spaceId: SPACE, ...args });
      const plain = { spaceId: SPACE, query: 'retries backoff' };
      expect(told).toEqual(await connection.facts('search_space', plain));
    });

    it.each<[object, object]>([
      [{ text: ['jitter', 'percent.'] }, { text: 'jitter|percent\\.', match: 'regex' }],
      [{ texts: ['jitter', 'lease'] }, { text: 'jitter|lease', match: 'regex' }],
      [
        { text: ['lease', 'queue'], match: 'words' },
        { text: '\\b(?:lease|queue)\\b', match: 'regex' },
      ],
      [{ regex: 'jit+er' }, { text: 'jit+er', match: 'regex' }],
      [
        { text: 'lease', scope: 'code' },
        { text: 'lease', in: 'code' },
      ],
      [
        { text: 'JITTER', flags: 'i' },
        { text: 'JITTER', ignoreCase: true },
      ],
      [
        { text: 'lease', excludeCode: true },
        { text: 'lease', in: 'text' },
      ],
      [
        { text: 'lease', maxPerPage: 1 },
        { text: 'lease', perPage: 1 },
      ],
    ])('find_in_pages interprets %j as %j', async (given, own) => {
      const told = await connection.facts('find_in_pages', { spaceId: SPACE, ...given });
      expect(told).toEqual(await connection.facts('find_in_pages', { spaceId: SPACE, ...own }));
      expect(told.matches).toBeGreaterThan(0);
    });

    it.each([
      { from: 'lease', to: 'loan' },
      { text: 'lease', replacement: 'loan' },
      { find: 'lease', replace_with: 'loan' },
    ])('replace_in_pages accepts %j', async (args) => {
      const own = { spaceId: SPACE, preview: true };
      const told = await connection.facts('replace_in_pages', { ...own, ...args });
      const plain = { ...own, old: 'lease', new: 'loan' };
      expect(told.replaced).toBe((await connection.facts('replace_in_pages', plain)).replaced);
    });

    it.each(['{"markdown": "Text', "{'markdown': 'Text'}"])(
      'a page does not accept broken JSON as its text: %j',
      async (document) => {
        expect(
          await refused('open_change_request_with_edits', {
            ...{ spaceId: SPACE, subject: 'Guess' },
            changes: [{ operation: 'insert_page', into: 'guides', title: 'Begins', document }],
          }),
        ).toContain('nothing was sent');
      },
    );

    it.each([['open', 'draft'], 'open,draft'])(
      'list_change_requests accepts the statuses %j',
      async (status) => {
        const { items } = await connection.facts('list_change_requests', {
          spaceId: SPACE,
          status,
        });
        const listed = (items as { status: string }[]).map((item) => item.status);
        expect(new Set(listed)).toEqual(new Set(['open', 'draft']));
      },
    );

    it.each<[object, string]>([
      [{ threads: [THREAD], reply: 'Yes' }, 'replied'],
      [{ threadIds: [THREAD], message: 'Yes' }, 'replied'],
      [{ threads: [{ thread: THREAD, answer: 'Yes' }] }, 'replied'],
      [{ threads: [{ id: THREAD, status: 'open' }] }, 'left open'],
      [{ threadId: THREAD, message: 'Yes', resolved: false }, 'replied and left open'],
      [{ threads: [{ id: THREAD, action: 'reopen' }] }, 'left open'],
    ])('answer_threads accepts %j', async (args, outcome) => {
      const { items } = await connection.facts('answer_threads', { spaceId: SPACE, ...args });
      expect(items).toEqual([{ id: THREAD, outcome }]);
    });

    it.each([
      { from: 'previous', to: 'latest' },
      { to: 'Latest' },
      { versions: ['1.4.0', '2.0.0'] },
      { oldVersion: '1.4.0', newVersion: 'current' },
    ])('compare_openapi_versions accepts %j', async (args) => {
      const specSlug = 'northwind-queue';
      const told = await connection.facts('compare_openapi_versions', { specSlug, ...args });
      expect(told).toEqual(await connection.facts('compare_openapi_versions', { specSlug }));
    });

    it.each([
      { query: ['share link', 'team'] },
      { keywords: ['share link', 'team'] },
      { names: ['share link', 'team'] },
    ])('find_operations accepts %j', async (args) => {
      const { answers } = await connection.facts('find_operations', args);
      expect((answers as { query: string }[]).map(({ query }) => query)).toEqual([
        'share link',
        'team',
      ]);
    });

    it.each<[string, object, string]>([
      ['get_page', { spaceId: SPACE, pageId: PAGE, limit: 9 }, 'section or offset shows a part'],
      ['get_page', { spaceId: SPACE, pageIds: [PAGE, 'security'] }, 'pageId: takes one value'],
      ['search_space', { spaceId: SPACE, query: 'x', exact: true }, 'find_in_pages finds an exact'],
      ['search_organization', { query: 'x', space: SPACE }, 'search_space searches one space'],
      [
        'create_change_request',
        { spaceId: SPACE, changes: [{}] },
        'open_change_request_with_edits',
      ],
      [
        'open_change_request_with_edits',
        { spaceId: SPACE, changes: [{ operation: 'clone_it', page: PAGE }] },
        'insert_page with copy: the page',
      ],
      [
        'open_change_request_with_edits',
        { spaceId: SPACE, changes: [{ operation: 'remove_link', page: PAGE }] },
        'Invalid option',
      ],
      [
        'open_change_request_with_edits',
        {
          spaceId: SPACE,
          changes: [{ operation: 'insert_text', page: PAGE, new: 'T', section: WORDS }],
        },
        'is not a heading but text of the page: give it as before or after',
      ],
      [
        'open_change_request_with_edits',
        {
          spaceId: SPACE,
          changes: [{ operation: 'move_page', page: PAGE, into: 'concepts', after: 'guides/push' }],
        },
        'is not below into',
      ],
    ])('%s says what to do instead of %j', async (tool, args, words) => {
      expect(await refused(tool, args)).toContain(words);
    });

    it('links that a changed heading breaks are named', async () => {
      const told = await connection.facts('open_change_request_with_edits', {
        spaceId: SPACE,
        changes: [
          {
            ...{ operation: 'replace_text', page: 'concepts/delivery-guarantees' },
            ...{ old: '## Ordering', new: '## Order of messages' },
          },
        ],
      });
      expect(told.links).toMatchObject({
        broken: 2,
        nowhere: [
          { title: 'Publish messages', target: expect.stringContaining('#ordering') },
          { title: TITLE, target: expect.stringContaining('#ordering') },
        ],
      });
      const other = await connection.facts('open_change_request_with_edits', {
        spaceId: SPACE,
        changes: [{ operation: 'replace_text', page: PAGE, old: '## Backoff', new: '## Waiting' }],
      });
      expect(other).not.toHaveProperty('links');
    });

    it.runIf(profile === 'current')('a role is accepted under the name of who has it', async () => {
      const collection = { collectionId: 'Internal', userId: 'userInes000000000001' };
      const text = await refused('preview_operation', {
        name: 'update_collection_user_permission',
        arguments: { ...collection, role: 'owner' },
      });
      expect(text).toContain('"edit"');
      const shown = await connection.facts('preview_operation', {
        name: 'update_collection_user_permission',
        arguments: { ...collection, role: 'Editor' },
      });
      expect(JSON.stringify(shown)).toContain('"edit"');
    });

    it('suggests only names that resemble the given one', async () => {
      const told = await refused('page_history', { spaceId: SPACE, pageId: PAGE, colour: 1 });
      expect(told).not.toContain('did you mean');
      expect(told).toContain('Valid: ');
    });
  },
);
