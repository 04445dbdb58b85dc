import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { shareOf } from '../../support/long-run.ts';
import { unfenced } from '../../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const retries = 'kmBrcfIkSeuVCGDS9fXr';
const [generation] = linkedClient('2026');

interface Told {
  isError?: boolean;
  content: { text?: string }[];
}

const textOf = ({ content }: Told) => content[0]?.text ?? '';

describe.each(shareOf(['current', 'contract']))(
  'edits as callers write them, on the profile %s',
  (profile) => {
    let connection: McpConnection;
    beforeAll(async () => {
      connection = await generation.stdio({ args: ['--profile', profile, '--toolsets', 'all'] });
    });
    afterAll(() => connection.close());

    const send = (args: object) =>
      connection.call('open_change_request_with_edits', {
        spaceId,
        subject: 'As written',
        ...args,
      });
    const fix = { operation: 'replace_text', page: retries, old: 'after 5', new: 'after 8' };

    it.each<[string, object]>([
      ['as JSON text', { changes: JSON.stringify([fix]) }],
      ['as one object', { changes: fix }],
      ['under other names', { edits: [{ ...fix, page: undefined, pageId: retries }] }],
      [
        'with other words for old and new',
        { changes: [{ type: 'replace', page: retries, find: 'after 5', replace: 'after 8' }] },
      ],
      ['with the path of the page', { changes: [{ ...fix, page: '/guides/retries.md' }] }],
      ['with the title of the page', { changes: [{ ...fix, page: 'Retries and backoff' }] }],
    ])('are accepted %s', async (_, args) => {
      const told = (await send(args)) as unknown as Told;
      expect(textOf(told)).toContain('after 8');
      expect(told.isError).toBeFalsy();
    });

    it.each([{ markdown: 'Words.' }, { content: 'Words.' }, { document: 'Words.' }])(
      'accept the text of a new page as %j',
      async (text) => {
        const change = { operation: 'create_page', title: 'As text', parent: 'guides', ...text };
        const opened = await connection.facts('open_change_request_with_edits', {
          spaceId,
          subject: 'Text',
          changes: [change],
        });
        const [page] = opened.pages as { id: string; title: string; path: string }[];
        expect(page).toMatchObject({ title: 'As text', path: 'guides/as-text' });
        const stored = await connection.facts('get_change_request_page', {
          spaceId,
          changeRequestId: opened.number,
          pageId: page?.id,
        });
        expect(unfenced(String(stored.markdown))).toContain('Words.');
      },
    );

    it.each<[string, object, string]>([
      ['nothing to change', { changes: [] }, 'give at least one change'],
      ['an unknown member', { changes: [{ ...fix, colour: 'red' }] }, 'Valid: operation, page, '],
      [
        'more changes than the platform makes',
        {
          changes: Array.from({ length: 51 }, (_, at) => ({
            operation: 'insert_page',
            document: { markdown: `# Page ${at}` },
          })),
        },
        'These are 51 changes, and the platform makes 50 at once',
      ],
    ])('are refused for %s, with advice', async (_, args, words) => {
      const told = (await send(args)) as unknown as Told;
      expect(told.isError).toBe(true);
      expect(textOf(told)).toContain(words);
    });

    it('accept 200 changes of one page, which are sent as one', async () => {
      const letters = Array.from({ length: 200 }, (_, at) => `word${at}.`);
      const made = await connection.facts('open_change_request_with_edits', {
        spaceId,
        subject: 'Many',
        changes: [
          { operation: 'insert_page', title: 'Many', document: { markdown: letters.join('\n\n') } },
        ],
      });
      const [{ id: page } = { id: '' }] = made.pages as { id: string }[];
      const changes = letters.map((word) => ({
        operation: 'replace_text',
        page,
        old: `\n${word}`,
        new: `\nnew ${word}`,
      }));
      const told = (await send({ existing: String(made.number), changes })) as unknown as Told;
      expect(told.isError).toBeFalsy();
      const read = { spaceId, changeRequestId: made.number, pageId: page };
      const { markdown } = await connection.facts('get_change_request_page', read);
      expect(String(markdown).match(/new word/g)).toHaveLength(200);
    });

    it('quote the text that was nearly given, as the page has it', async () => {
      const made = await connection.facts('open_change_request_with_edits', {
        spaceId,
        subject: 'Nearly',
        changes: [
          {
            operation: 'insert_page',
            title: 'Nearly',
            document: {
              markdown:
                'It\u2019s a \u201cquoted\u201d word.\n\nCaf\u00e9 at noon.\n\nOne  and\ttwo.\n',
            },
          },
        ],
      });
      const [{ id: page } = { id: '' }] = made.pages as { id: string }[];
      const put = async (old: string, replacement = 'Put.') => {
        const changes = [{ operation: 'replace_text', page, old, new: replacement }];
        return (await send({ existing: String(made.number), changes })) as unknown as Told;
      };
      expect(textOf(await put('it\'s a "quoted" word'))).toMatch(
        /<untrusted-(\d+) lines of the page>line 3: "It\u2019s a \u201cquoted\u201d word"<\/untrusted-\1>\. Give old exactly like that\./,
      );
      expect(textOf(await put('one and two.'))).toContain('line 7: "One  and\\ttwo."');
      expect(textOf(await put('a quoted word here'))).toContain('The nearest is line 3: ');
      expect(textOf(await put('zebra'))).toContain('No line resembles it');
      expect((await put('Cafe\u0301 at noon.\r\n')).isError).toBeFalsy();
      const read = { spaceId, changeRequestId: made.number, pageId: page };
      const { markdown } = await connection.facts('get_change_request_page', read);
      expect(unfenced(String(markdown))).toContain('word.\n\nPut.\n\nOne  and\ttwo.');
      const loose = textOf(await put('It\'s a "quoted" word', 'It\'s a "good" word'));
      expect(loose).toContain('changes[0]: the page says old in other punctuation');
      expect(loose).toContain('+It\u2019s a \u201cgood\u201d word.');
    });

    it('state id, title and path of a page that they create', async () => {
      const { id } = await connection.facts('create_change_request', { spaceId, subject: 'New' });
      const { changes } = await connection.facts('edit_change_request_content', {
        spaceId,
        changeRequestId: id,
        changes: [
          { operation: 'insert_page', title: 'Brand new', into: 'guides', document: 'Hi.' },
        ],
      });
      expect(changes).toEqual([
        {
          object: 'created_page',
          page: { id: expect.any(String), title: 'Brand new', path: 'guides/brand-new' },
        },
      ]);
    });

    it('link to a page by the beginning of its id, as outlines show it', async () => {
      const { id } = await connection.facts('create_change_request', { spaceId, subject: 'Short' });
      const start = 'kmBrcfIkSeuVCGDS9fXr'.slice(0, 6);
      const markdown = `[a](/pages/~${start}#backoff) [b](/pages/${start})`;
      const place = { spaceId, changeRequestId: id };
      const { changes } = await connection.facts('edit_change_request_content', {
        ...place,
        changes: [{ operation: 'insert_page', title: 'Short links', document: { markdown } }],
      });
      const [{ page } = { page: { id: '' } }] = changes as { page: { id: string } }[];
      const read = { ...place, pageId: page.id };
      const stored = await connection.facts('get_change_request_page', read);
      expect(unfenced(String(stored.markdown))).toContain(
        '[a](./guides/retries.md#backoff) [b](./guides/retries.md)',
      );
    });

    it('link to any page by the path that it is shown with, from any page', async () => {
      const { pages } = await connection.facts('list_pages', { spaceId, fields: ['*'] });
      const all = (nodes: { path: string; pages?: [] }[]): string[] =>
        nodes.flatMap((page) => [page.path, ...all(page.pages ?? [])]);
      const paths = all(pages as []);
      expect(paths.length).toBeGreaterThan(15);
      const { id } = await connection.facts('create_change_request', { spaceId, subject: 'Links' });
      const form = fc.constantFrom(
        (path: string) => path,
        (path: string) => `/${path}`,
        (path: string) => `${path}.md`,
        (path: string) => `/pages/${path}`,
        (path: string) => `${path}#anchor`,
      );
      const link = fc.tuple(fc.constantFrom(...paths), form);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(undefined, 'guides', 'guides/retries'),
          fc.array(link, { minLength: 1, maxLength: 5 }),
          async (into, links) => {
            const markdown = links.map(([path, write]) => `[a](${write(path)})`).join(' ');
            const change = {
              operation: 'insert_page',
              title: 'Links',
              into,
              document: { markdown },
            };
            const place = { spaceId, changeRequestId: id };
            const { changes } = await connection.facts('edit_change_request_content', {
              ...place,
              changes: [change],
            });
            const [{ page } = { page: { id: '' } }] = changes as { page: { id: string } }[];
            const read = { ...place, pageId: page.id };
            const stored = await connection.facts('get_change_request_page', read);
            const shown = unfenced(String(stored.markdown)).match(/\]\([^)]+\)/g) ?? [];
            expect(shown).toHaveLength(links.length);
            // Links as they are read are also accepted in an insert.
            const again = {
              ...change,
              document: { markdown: shown.map((to) => `[a${to}`).join(' ') },
            };
            const told = await connection.call('edit_change_request_content', {
              ...place,
              changes: [again],
            });
            expect(told.isError).toBeFalsy();
          },
        ),
        { numRuns: 12 },
      );
    });
  },
);
