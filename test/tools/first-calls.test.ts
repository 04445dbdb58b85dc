import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';

const SPACE = 'Developer Guide';
const PAGE = 'guides/retries';
const TITLE = 'Retries and backoff';
const fix = { operation: 'replace_text', page: PAGE, old: 'up to 20 percent', new: 'up to 20 %' };
const [generation] = linkedClient('2026');

describe.each(shareOf(['contract', 'current']))(
  'plausible first calls on the profile %s',
  (profile) => {
    let connection: McpConnection;

    beforeAll(async () => {
      connection = await generation.stdio({ args: ['--profile', profile] });
    });

    afterAll(() => connection.close());

    it.each<[string, object]>([
      ['get_page', { space: SPACE, page: PAGE }],
      ['get_page', { space_id: SPACE, page_id: PAGE }],
      ['get_page', { spaceName: SPACE, pageTitle: TITLE }],
      ['get_page', { spaceId: SPACE, path: PAGE }],
      ['get_page', { spaceId: SPACE, title: TITLE }],
      ['get_page', { spaceId: SPACE, pageId: [PAGE] }],
      ['get_page', { spaceId: SPACE, page: PAGE, heading: 'Backoff' }],
      ['get_page', { spaceId: SPACE, id: PAGE }],
      ['get_page', { spaceId: SPACE, pageId: 'retries' }],
      ['get_page', { spaceId: SPACE, pageId: `./${PAGE}.md` }],
      ['get_page', { spaceId: SPACE, pageId: '/pages/kmBrcfIkSeuVCGDS9fXr' }],
      ['get_page', { spaceId: SPACE, pages: [PAGE], format: 'md' }],
      ['get_page', { spaceId: SPACE, pageId: PAGE, changeRequestId: 1 }],
    ])('%s finds the page of %j', async (tool, args) => {
      const told = await connection.facts(tool, { ...args });
      expect(told).toMatchObject({ title: TITLE });
    });

    it('a page with an anchor is read from there', async () => {
      const { urls } = await connection.facts('get_page', {
        ...{ spaceId: SPACE, pageId: PAGE, fields: ['urls'] },
      });
      const { app } = urls as { app: string };
      for (const args of [
        { spaceId: SPACE, pageId: `${PAGE}#backoff` },
        { spaceId: SPACE, pageId: PAGE, anchor: 'backoff' },
        { url: `${app}#backoff` },
      ]) {
        const told = await connection.facts('get_page', args);
        expect(told).toMatchObject({ title: TITLE, section: 'Backoff' });
      }
    });

    it.each([
      { spaceId: SPACE, status: 'Open' },
      { spaceId: SPACE, status: 'pending' },
      { spaceId: SPACE, status: 'all', filter: 'TRIAGE' },
      { spaceId: SPACE, subject: 'triage' },
      { spaceId: SPACE, query: 'triage' },
    ])('list_change_requests accepts %j', async (args) => {
      const { items, count } = await connection.facts('list_change_requests', args);
      expect(items).toMatchObject([{ number: 1, createdBy: { displayName: 'Tomás Okafor' } }]);
      expect(count).toBe(1);
    });

    it('an outline accepts fields that an edit can set, though no page has them', async () => {
      const fields = ['title', 'icon', 'emoji', 'layout'];
      expect(await connection.facts('list_pages', { spaceId: SPACE, fields })).toMatchObject({
        pages: expect.any(Array),
      });
    });

    it('change requests of every status are listed together', async () => {
      const made = await connection.facts('create_change_request', {
        ...{ spaceId: SPACE, title: 'Left behind' },
      });
      await connection.facts('update_change_request', {
        ...{ spaceId: SPACE, id: made.id, status: 'closed' },
      });
      const { items, count } = await connection.facts('list_change_requests', {
        ...{ spaceId: SPACE, status: 'all' },
      });
      const listed = (items as { number: number; status: string }[]).map(
        ({ number, status }) => `${number} ${status}`,
      );
      expect(listed).toEqual(
        expect.arrayContaining([`${made.number} archived`, '2 draft', '1 open']),
      );
      expect(count).toBe(listed.length);
      const cut = await connection.facts('list_change_requests', {
        ...{ spaceId: SPACE, status: 'all', limit: 1 },
      });
      expect(cut).toMatchObject({ more: true });
      expect(cut.items).toHaveLength(1);
    });

    it.each([
      ['read_operation', { operation: 'get_published_site', args: {} }],
      ['read_operation', { tool: 'getPublishedSite' }],
      ['read_operation', { name: 'Get published site', siteId: 'Northwind Docs' }],
    ])('%s accepts %j', async (tool, args) => {
      const { content } = await connection.call(tool, args);
      expect(content[0]?.text).not.toMatch(/Unknown argument|no operation|name is required/);
    });

    it.each([{ body: { text: 'A remark' } }, { message: 'A remark' }, { content: 'A remark' }])(
      'post_space_comment accepts %j',
      async (args) => {
        const { id } = await connection.facts('post_space_comment', { spaceId: SPACE, ...args });
        const { items } = await connection.facts('list_space_comments', { spaceId: SPACE });
        expect(items).toContainEqual(
          expect.objectContaining({ id, body: expect.objectContaining({ markdown: 'A remark' }) }),
        );
      },
    );

    it('find_in_pages accepts several spaces in one list', async () => {
      const spaces = [SPACE, 'Operations Handbook'];
      const find = (args: object) =>
        connection.facts('find_in_pages', { text: 'runbook', ignoreCase: true, ...args });
      const alone = await Promise.all(spaces.map((spaceId) => find({ spaceId })));
      const [guide, handbook] = alone.map(({ matches }) => matches as number) as [number, number];
      const [spaceId, ...moreSpaces] = spaces;
      for (const args of [
        { spaceId, moreSpaces },
        { spaceId, moreSpaces: spaces },
        { spaces },
        { spaceIds: spaces },
        { spaceId: spaces },
        { spaceId: [spaceId], moreSpaces },
      ]) {
        const found = await find(args);
        expect(found).toMatchObject({
          ...{ matches: guide + handbook, complete: true },
          spaces: [
            { space: 'spaceDevGuide0000001', matches: guide, pagesRead: 20 },
            { space: 'spaceOpsHandbook0001', matches: handbook, pagesRead: expect.any(Number) },
          ],
        });
        const pages = found.pages as { space: string }[];
        expect(new Set(pages.map(({ space }) => space))).toContain('spaceOpsHandbook0001');
      }
      const first = await find({ spaces, limit: 1 });
      const { page } = first.next as { page: string };
      const second = await find({ spaces, limit: 1, page });
      expect(second.pages).not.toEqual(first.pages);
      expect(second.note).toBeUndefined();
    });

    it.each([
      { space: SPACE, page: PAGE },
      { spaceId: SPACE, path: PAGE },
    ])('page_history accepts %j, although it has a cursor called page', async (args) => {
      const named = await connection.facts('page_history', { spaceId: SPACE, pageId: PAGE });
      expect(await connection.facts('page_history', args)).toEqual(named);
    });

    it.each([
      [{ space: SPACE, query: 'jitter' }, 1],
      [{ spaceId: SPACE, q: 'jitter' }, 1],
      [{ spaceId: SPACE, pattern: 'jit+er', regex: true }, 1],
      [{ spaceId: SPACE, text: 'jit', wholeWord: true }, 0],
      [{ spaceId: SPACE, text: 'JITTER', caseSensitive: false }, 1],
      [{ spaceId: SPACE, text: 'JITTER', case_sensitive: true }, 0],
      [{ spaceId: SPACE, text: 'jitter', match: 'literal' }, 1],
      [{ spaceId: SPACE, text: 'jitter', page: PAGE }, 1],
      [{ spaceId: SPACE, text: 'jitter', path: 'security' }, 0],
    ])('find_in_pages accepts %j', async (args, matches) => {
      expect(await connection.facts('find_in_pages', args)).toMatchObject({ matches });
    });

    it.each<[object]>([
      [{ space: SPACE, title: 'Guess', changes: [fix] }],
      [{ spaceId: SPACE, subject: 'Guess', changes: [{ ...fix, replace_all: true }] }],
      [{ spaceId: SPACE, subject: 'Guess', edits: [fix], requestReview: true }],
      ...['markdown', 'text', 'content', 'document'].map(
        (name) =>
          [
            {
              spaceId: SPACE,
              subject: 'Guess',
              changes: [{ operation: 'append', page: PAGE, [name]: 'Up to 20 % more.' }],
            },
          ] as [object],
      ),
      [
        {
          spaceId: SPACE,
          subject: 'Guess',
          changes: [
            { operation: 'insert_text', page: PAGE, document: { markdown: 'Up to 20 % more.' } },
          ],
        },
      ],
      [
        {
          spaceId: SPACE,
          subject: 'Guess',
          changes: [
            {
              operation: 'replace_section',
              page: PAGE,
              heading: 'Ordered messages',
              new: '## Ordered messages\n\nUp to 20 %.',
            },
          ],
        },
      ],
    ])('open_change_request_with_edits accepts %j', async (args) => {
      const told = await connection.facts('open_change_request_with_edits', { ...args });
      expect(told.pages).toEqual([
        expect.objectContaining({ outcome: 'edited', diff: expect.stringMatching(/p to 20 %/) }),
      ]);
      expect(told.status).toBe('requestReview' in args ? 'open' : 'draft');
    });

    it.each<[object, RegExp]>([
      [{ changes: { 0: fix } }, /up to 20 %/],
      [{ changes: { changes: [fix] } }, /up to 20 %/],
      [{ changes: [{ replace_text: { page: PAGE, old: 'up to 20 percent', new: 'x' } }] }, /\+.*x/],
      [{ changes: [{ page: PAGE, old_str: 'up to 20 percent', new_str: 'y' }] }, /\+.*y/],
      [{ ...fix }, /up to 20 %/],
      [
        { changes: [{ operation: 'insert_text', page: PAGE, text: 'New.', after: 'Backoff' }] },
        /\+New/,
      ],
      [{ changes: [{ operation: 'append', page: PAGE, new: 'New.', at: 'bottom' }] }, /\+New/],
      [
        { changes: [{ operation: 'edit_section', page: PAGE, anchor: '#backoff', text: 'New.' }] },
        /^(?![\s\S]*-## Backoff)[\s\S]*\+New/,
      ],
    ])('open_change_request_with_edits interprets %j', async (given, diff) => {
      const told = await connection.facts('open_change_request_with_edits', {
        ...{ spaceId: SPACE, subject: 'Guess', ...given },
      });
      expect(told.pages).toMatchObject([{ diff: expect.stringMatching(diff) }]);
    });

    it.each([
      [{ operation: 'insert_page', title: 'Empty', into: 'guides', position: 'last' }, 'created'],
      [{ operation: 'insert_page', title: 'Empty', into: 'guides', at: '0' }, 'created'],
      [{ operation: 'hide_page', page: PAGE }, 'settings changed'],
    ])('a page is created or hidden by %j', async (change, outcome) => {
      const told = await connection.facts('open_change_request_with_edits', {
        ...{ spaceId: SPACE, subject: 'Guess', changes: [change] },
      });
      expect(told.pages).toMatchObject([{ outcome: expect.stringContaining(outcome) }]);
    });

    it.each([
      [{ operation: 'move_page', to: 'sdks' }, 'moved, text unchanged'],
      [{ operation: 'rename_page', name: 'Try again' }, 'title'],
      [{ operation: 'rename_page', newTitle: 'Try again' }, 'title'],
    ])('a page is moved or renamed by %j', async (change, outcome) => {
      const told = await connection.facts('open_change_request_with_edits', {
        ...{ spaceId: SPACE, subject: 'Guess', changes: [{ page: PAGE, ...change }] },
      });
      expect(JSON.stringify(told.pages)).toContain(outcome);
    });

    it.each([
      { space: SPACE, find: 'lease', replace: 'loan', preview: true },
      { spaceId: SPACE, old: 'lease', new: 'loan', dryRun: true },
      { spaceId: SPACE, old: 'leas[e]', new: 'loan', preview: true, regex: true },
      { spaceId: SPACE, old: 'lease', new: 'loan', preview: true, wholeWords: true },
    ])('replace_in_pages previews %j', async (args) => {
      const told = await connection.facts('replace_in_pages', args);
      expect(told).not.toHaveProperty('changeRequestId');
      expect(JSON.stringify(told.pages)).toContain('loan');
    });

    it.each([
      { spaceId: SPACE, changeRequest: 1 },
      { spaceId: SPACE, changeRequestId: '#1' },
      { space: SPACE, change_request_number: 1 },
      { spaceId: SPACE, number: 1 },
    ])('review_change_request accepts %j', async (args) => {
      expect(await connection.facts('review_change_request', args)).toMatchObject({ number: 1 });
    });

    it.each([
      { space: SPACE, query: 'retr' },
      { spaceId: SPACE, title: 'retr' },
      { spaceId: SPACE, parent: 'guides' },
      { spaceId: SPACE, path: 'guides' },
    ])('list_pages accepts %j', async (args) => {
      const told = JSON.stringify(await connection.facts('list_pages', args));
      expect(told).toContain(TITLE);
      expect(told).not.toContain('Security and API keys');
    });

    it('a page that is a cursor continues the list', async () => {
      const first = await connection.facts('find_in_pages', {
        spaceId: SPACE,
        text: 'a',
        limit: 1,
      });
      const { page } = first.next as { page: string };
      const more = await connection.facts('find_in_pages', {
        ...{ spaceId: SPACE, text: 'a', limit: 1, page },
      });
      expect(more.pages).not.toEqual(first.pages);
    });

    it.each<[string, object, string]>([
      [
        'edit_section',
        { spaceId: SPACE, subject: 'New', pageId: PAGE },
        'changeRequestId is required',
      ],
      [
        'open_change_request_with_edits',
        { spaceId: SPACE, subject: 'x', changes: [{ ...fix, find: 'other' }] },
        'unknown "find"',
      ],
      ['find_in_pages', { spaceId: SPACE, text: 'x', regex: 'yes' }, 'Unknown argument "regex"'],
      ['find_in_pages', { text: 'x' }, 'spaceId is required'],
      [
        'find_in_pages',
        { spaceId: SPACE, moreSpaces: ['Internal Roadmap'], pages: [PAGE], text: 'x' },
        'only one of moreSpaces and pages',
      ],
      [
        'list_change_requests',
        { spaceId: SPACE, status: 'all', page: 'x' },
        'only the list of one status',
      ],
    ])('%s leaves %j to validation', async (tool, args, words) => {
      const { isError, content } = await connection.call(tool, { ...args });
      expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining(words)]);
    });
  },
);
