import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';

const [generation] = linkedClient('2026');
const spaceId = 'Developer Guide';

let connection: McpConnection;

beforeAll(async () => {
  connection = await generation.stdio({ args: ['--profile', 'contract', '--confirm', 'never'] });
});
afterAll(() => connection.close());

const edit = (changes: object[], more: object = {}) =>
  connection.call('open_change_request_with_edits', {
    ...{ spaceId, subject: 'Copy', changes, ...more },
  });

it('refuses a chapter with more pages than one call may create, and says how to copy it', async () => {
  const pages = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ operation: 'insert_page', title: `Leaf ${from + at}`, into: 'big' },
      markdown: 'Text.',
    }));
  const begin = { operation: 'insert_page', title: 'Big', markdown: 'A chapter.' };
  for (const changes of [[begin], pages(0, 25), pages(25, 25)]) {
    expect((await edit(changes, { merge: true })).isError).toBeFalsy();
  }
  const { isError, content } = await edit([
    { operation: 'insert_page', title: 'Large', copy: 'big', all: true },
  ]);
  expect(isError).toBe(true);
  const [{ text } = {}] = content;
  expect(text).toMatch(
    /<untrusted-\d+ title>Big<\/untrusted-\d+> and the pages below it are 51 pages, and one call makes 50\./,
  );
  expect(text).toContain('Copy it without all');
});

it('refuses a name that several pages have, rather than taking it for a section of another', async () => {
  const pages = ['one', 'two'].map((slug) => ({
    ...{ operation: 'insert_page', title: 'Quotas#rates', slug, markdown: 'Text.' },
  }));
  const other = {
    operation: 'insert_page',
    title: 'Quotas',
    markdown: '# Quotas\n\n## Rates\n\n1',
  };
  expect((await edit([other, ...pages], { merge: true })).isError).toBeFalsy();
  const { isError, content } = await edit([
    { operation: 'insert_page', title: 'Copy', copy: 'Quotas#rates' },
  ]);
  expect(isError).toBe(true);
  expect(content[0]?.text).toContain('"Quotas#rates" names 2 of them (page)');
});
