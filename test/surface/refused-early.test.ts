import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { unfenced } from '../support/untrusted.ts';

const spaceId = 'spaceDevGuide0000001';
const page = 'kmBrcfIkSeuVCGDS9fXr';
const excluding = ['--exclude-tools', 'merge_change_request'];
const SHOWN = 'this is the part of it that was shown: the rest would be lost';

describe.each(linkedClient('2026'))(
  'before a change request is opened, with $name',
  (generation) => {
    let connection: McpConnection;

    beforeAll(async () => {
      connection = await generation.stdio({ args: ['--max-result-tokens', '600'] });
    });

    afterAll(() => connection.close());

    const numbers = async () => {
      const { items } = await connection.facts('list_change_requests', { spaceId, status: 'all' });
      return (items as { number: number }[]).map(({ number }) => number).sort();
    };
    const refusal = async (changes: object[]) => {
      const before = await numbers();
      const { isError, content } = await connection.call('open_change_request_with_edits', {
        ...{ spaceId, subject: 'Refused', changes },
      });
      expect(isError).toBe(true);
      expect(await numbers()).toEqual(before);
      return content[0]?.text;
    };

    it('a page that was shown in part is refused', async () => {
      const read = await connection.facts('get_page', {
        spaceId,
        pageId: page,
        format: 'markdown',
      });
      expect(read.cut).toBeDefined();
      const markdown = unfenced(String(read.markdown)).replace('attempts', 'tries');
      const change = { operation: 'update_page', page, document: { markdown } };
      expect(await refusal([change])).toContain(SHOWN);
      expect(await refusal([{ ...change, title: 'Another title' }])).toContain(SHOWN);
    });

    it('so is a document of which the end was not shown', async () => {
      const read = await connection.facts('get_page', {
        spaceId,
        pageId: page,
        format: 'document',
      });
      expect(read.cut).toBeDefined();
      const document = { document: read.document };
      expect(await refusal([{ operation: 'update_page', page, document }])).toContain(SHOWN);
    });

    it.each<[string, object[], string]>([
      [
        'a section of a new page that is meant to be copied',
        [
          { operation: 'insert_page', title: 'Parts', ref: 'parts', document: { markdown: '' } },
          { operation: 'insert_text', page: 'parts', copy: page, section: 'Backoff' },
        ],
        'name the part of a page to copy in copy: "page#section"',
      ],
      [
        'a page that is deleted twice',
        [
          { operation: 'delete_page', page: 'limits' },
          { operation: 'delete_page', page: 'limits' },
        ],
        'changes[1]: changes[0] deletes page',
      ],
      [
        'a page below a deleted one',
        [
          { operation: 'delete_page', page: 'guides' },
          { operation: 'delete_page', page: 'guides/push' },
        ],
        'changes[1]: changes[0] deletes, with all pages below its own, page',
      ],
      [
        'a change of a deleted page',
        [
          { operation: 'delete_page', page: 'limits' },
          { operation: 'update_page', page: 'limits', title: 'Bounds' },
        ],
        'Give this one first, or leave one out',
      ],
      [
        'a page that is moved below a deleted one',
        [
          { operation: 'delete_page', page: 'guides' },
          { operation: 'update_page', page: 'limits', into: 'guides' },
        ],
        'changes[1]: changes[0] deletes page',
      ],
      [
        'a page that is moved below itself',
        [{ operation: 'update_page', page: 'guides', into: 'guides/push' }],
        'changes[0].into: a page cannot be moved below itself',
      ],
    ])('so is %s', async (_, changes, words) => {
      expect(await refusal(changes)).toContain(words);
    });

    it('a page that moves away first, or is deleted before the one above it, is not', async () => {
      const { pages } = await connection.facts('open_change_request_with_edits', {
        ...{ spaceId, subject: 'Without guides' },
        changes: [
          { operation: 'update_page', page: 'guides/retries', into: 'concepts' },
          { operation: 'delete_page', page: 'guides/push' },
          { operation: 'delete_page', page: 'guides' },
          { operation: 'update_page', page: 'guides/retries', title: 'Retry' },
        ],
      });
      expect(pages).toContainEqual(expect.objectContaining({ path: 'concepts/retries' }));
    });
  },
);

it.each(linkedClient('2026'))('a merge that the operator excluded is, too', async (generation) => {
  const connection = await generation.linked({ args: excluding });
  const count = async () =>
    (await connection.facts('list_change_requests', { spaceId, status: 'all' })).count;
  const before = await count();
  const replace = { find: 'attempts', replacement: 'tries' };
  const changes = [{ operation: 'delete_page', page: 'limits' }];
  for (const [tool, args] of [
    ['open_change_request_with_edits', { subject: 'Refused', changes }],
    ['replace_in_pages', replace],
  ] as const) {
    const refused = await connection.call(tool, { spaceId, merge: true, ...args });
    expect(refused.content[0]?.text).toBe('merge_change_request is excluded from this server.');
  }
  expect(await count()).toEqual(before);
  await connection.close();
});
