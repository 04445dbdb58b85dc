import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';

const spaceId = 'spaceDevGuide0000001';
const [client] = linkedClient('2026');

interface Page {
  id: string;
  title: string;
  pages?: Page[];
}

describe('placing a page after another', () => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await client.stdio({
      args: ['--toolsets', 'all'],
    });
  });

  afterAll(() => connection.close());

  const titlesIn = async (changeRequestId: string, parent: string) => {
    const { pages } = (await connection.facts('list_change_request_pages', {
      spaceId,
      changeRequestId,
      fields: ['title'],
    })) as unknown as { pages: Page[] };
    return pages.find(({ title }) => title === parent)?.pages?.map(({ title }) => title);
  };
  const refused = async (changes: object[]) => {
    const args = { spaceId, subject: 'x', changes };
    const { isError, content } = await connection.call('open_change_request_with_edits', args);
    expect(isError).toBe(true);
    return content[0]?.text ?? '';
  };

  it('accepts the start and the end of the siblings', async () => {
    const { changeRequestId } = (await connection.facts('open_change_request_with_edits', {
      spaceId,
      subject: 'Ends',
      changes: [
        { operation: 'update_page', page: 'guides/consuming', at: 'end' },
        { operation: 'update_page', page: 'quickstart', into: 'guides', at: 'start' },
        {
          operation: 'insert_page',
          title: 'At the top',
          document: { markdown: 'Words.' },
          into: 'guides',
          at: 'start',
        },
        { operation: 'insert_page', title: 'Last', document: { markdown: 'x' }, at: 'end' },
      ],
    })) as unknown as { changeRequestId: string };
    const titles = await titlesIn(changeRequestId, 'Guides');
    expect(titles?.slice(0, 2)).toEqual(['At the top', 'Quickstart']);
    expect(titles?.at(-1)).toBe('Consume messages');
    const { pages } = (await connection.facts('list_change_request_pages', {
      spaceId,
      changeRequestId,
      fields: ['title'],
    })) as unknown as { pages: Page[] };
    expect(pages.at(-1)?.title).toBe('Last');
    await connection.facts('edit_change_request_content', {
      spaceId,
      changeRequestId,
      changes: [{ operation: 'update_page', page: 'Last', at: 'start' }],
    });
    const moved = (await connection.facts('list_change_request_pages', {
      spaceId,
      changeRequestId,
      fields: ['title'],
    })) as unknown as { pages: Page[] };
    expect(moved.pages[0]?.title).toBe('Last');
  });

  it('accepts an id, a title, a path or a ref, in the order of the changes', async () => {
    const page = (title: string, more: object) => ({
      operation: 'insert_page',
      title,
      document: { markdown: 'Words.' },
      ...more,
    });
    const { changeRequestId, pages } = (await connection.facts('open_change_request_with_edits', {
      spaceId,
      subject: 'Order',
      changes: [
        page('First new', { after: 'Publish messages', ref: 'first' }),
        page('Second new', { after: 'first' }),
        { operation: 'update_page', page: 'guides/publishing', after: 'guides/consuming' },
        { operation: 'update_page', page: 'quickstart', after: 'guides/publishing' },
      ],
    })) as unknown as { changeRequestId: string; pages: { title: string; position: string }[] };
    const titles = await titlesIn(changeRequestId, 'Guides');
    expect(titles?.slice(0, 5)).toEqual([
      'First new',
      'Second new',
      'Consume messages',
      'Publish messages',
      'Quickstart',
    ]);
    expect(pages.map(({ title, position }) => [title, position])).toEqual([
      ['First new', `1 of ${titles?.length} under Guides`],
      ['Second new', `after First new, 2 of ${titles?.length} under Guides`],
      ['Publish messages', `after Consume messages, 4 of ${titles?.length} under Guides`],
      ['Quickstart', `after Publish messages, 5 of ${titles?.length} under Guides`],
    ]);
  });

  it('works in an edit of a change request as well', async () => {
    const { id } = await connection.facts('create_change_request', { spaceId, subject: 'Order' });
    await connection.facts('edit_change_request_content', {
      spaceId,
      changeRequestId: id,
      changes: [{ operation: 'update_page', page: 'guides/publishing', after: 'guides/retries' }],
    });
    const titles = (await titlesIn(String(id), 'Guides')) ?? [];
    expect(titles[titles.indexOf('Retries and backoff') + 1]).toBe('Publish messages');
  });

  it('refuses a position given twice, the page itself, and a page that an earlier change deletes', async () => {
    const change = { operation: 'update_page', page: 'quickstart', after: 'guides/retries' };
    expect(await refused([{ ...change, at: 1 }])).toContain('.after says into and at, too');
    expect(await refused([{ ...change, after: 'quickstart' }])).toContain('the page itself');
    expect(await refused([{ operation: 'delete_page', page: 'guides/retries' }, change])).toContain(
      'by then',
    );
  });
});
