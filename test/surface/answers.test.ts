import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';

const spaceId = 'spaceDevGuide0000001';

/** Tokens of the JSON of a result beyond those of the JSON of these texts. */
function beyond(text: string, texts: readonly string[]): number {
  const tokens = texts.map((one) => countTokens(JSON.stringify(one)));
  return countTokens(text) - tokens.reduce((sum, count) => sum + count, 0);
}

describe.each(linkedClient('2026'))(
  'an answer has what the next step needs, with $name',
  (generation) => {
    let connection: McpConnection;

    beforeAll(async () => {
      connection = await generation.stdio();
    });

    afterAll(() => connection.close());

    const read = async (name: string, args: object) => {
      const { content } = await connection.call(name, { spaceId, ...args });
      const text = content[0]?.text ?? '';
      return { text, facts: JSON.parse(text) };
    };

    it('a page takes 40 tokens beyond its text', async () => {
      const { text, facts } = await read('get_page', { pageId: 'kmBrcfIkSeuVCGDS9fXr' });
      expect(beyond(text, [facts.markdown])).toBeLessThanOrEqual(40);
    });

    it('a page with subpages states their number', async () => {
      const { facts } = await read('get_page', { pageId: 'guides' });
      expect(facts).toMatchObject({ id: 'kjrGqZhUgUVZvzH3uVzh', title: 'Guides', subpages: 5 });
      expect(facts.pages).toBeUndefined();
      const named = await read('get_page', { pageId: 'guides', fields: ['pages', 'description'] });
      expect(named.facts.pages).toHaveLength(5);
      expect(named.facts.description).toEqual(expect.any(String));
    });

    it('open threads take 60 tokens each beyond their texts', async () => {
      const { text, facts } = await read('list_open_threads', {});
      type Thread = { text: string; replies?: string[]; under?: string; about?: string };
      const { items } = facts as { items: Thread[] };
      const texts = items.flatMap(({ text: said, replies = [], under, about }) => [
        said,
        ...replies,
        ...[under, about].filter((one) => one !== undefined),
      ]);
      expect(beyond(text, texts) / items.length).toBeLessThanOrEqual(60);
    });

    it('a refusal of changes without effect says that no change request was opened', async () => {
      for (const change of [
        { operation: 'replace_text', old: '20 percent', new: '20 percent' },
        { operation: 'update_page', title: 'Retries and backoff', hidden: false },
        { operation: 'update_page', into: 'guides' },
      ]) {
        const { content, isError } = await connection.call('open_change_request_with_edits', {
          spaceId,
          subject: 'Nothing new',
          changes: [{ page: 'guides/retries', ...change }],
        });
        expect(isError).toBe(true);
        expect(content[0]?.text).toContain('Nothing was sent, and no change request was opened');
      }
      for (const status of ['draft', 'archived']) {
        const { text } = await read('list_change_requests', { status });
        expect(text).not.toContain('Nothing new');
      }
    });
  },
);
