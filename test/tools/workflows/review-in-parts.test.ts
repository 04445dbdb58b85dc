import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../../support/clients.ts';

const spaceId = 'spaceDevGuide0000001';
const PAGES = 24;
const [generation] = linkedClient('2026');

let connection: McpConnection;
beforeAll(async () => {
  connection = await generation.stdio({ args: ['--profile', 'current'] });
});
afterAll(() => connection.close());

interface Review {
  changes: { title: string; page?: string; diff?: string }[];
  pages?: string;
  next?: { page: string };
}

it('a change request of many pages is reviewed in parts, each page once', async () => {
  const pages = Array.from({ length: PAGES }, (_, at) => ({
    operation: 'insert_page',
    title: `Part ${at}`,
    document: { markdown: `${`A line of page ${at} that takes some room.\n\n`.repeat(25)}` },
  }));
  const opened = await connection.facts('open_change_request_with_edits', {
    spaceId,
    subject: 'Many',
    changes: pages.slice(0, PAGES / 2),
  });
  const existing = String(opened.changeRequestId);
  await connection.facts('open_change_request_with_edits', {
    ...{ spaceId, existing, changes: pages.slice(PAGES / 2) },
  });
  const review = async (page?: string) => {
    const args = { spaceId, changeRequestId: existing, ...(page !== undefined && { page }) };
    const result = await connection.call('review_change_request', args);
    expect(countTokens(JSON.stringify(result.structuredContent))).toBeLessThanOrEqual(5_500);
    return result.structuredContent as unknown as Review;
  };
  const first = await review();
  expect(first.pages).toBe(`${PAGES} created; none deleted`);
  expect(first).toHaveProperty('openComments');
  const { diff, page: pageId } = first.changes[0] as Review['changes'][number];
  expect(diff).toMatch(/…$/);
  const whole = async (page?: string) => {
    const args = { spaceId, changeRequestId: existing, pageId: page };
    return (await connection.call('review_change_request', args))
      .structuredContent as unknown as Review;
  };
  for (const { changes } of [await whole(pageId), await whole('Part 0')]) {
    expect(changes).toHaveLength(1);
    expect(changes[0]?.diff?.match(/A line of page/g)).toHaveLength(25);
  }
  expect(await whole('Part 99')).toBeUndefined();
  const seen = first.changes;
  for (let { next } = first; next; ) {
    const part = await review(next.page);
    expect(part).not.toHaveProperty('openComments');
    seen.push(...part.changes);
    next = part.next;
  }
  expect(seen.map(({ title }) => title).filter((title) => title.includes('Part'))).toHaveLength(
    PAGES,
  );
  expect(new Set(seen.map(({ title }) => title)).size).toBe(PAGES);
  await connection.facts('open_change_request_with_edits', {
    ...{ spaceId, existing, changes: [{ operation: 'insert_page', title: 'One more' }] },
  });
  const late = await connection.call('review_change_request', {
    ...{ spaceId, changeRequestId: existing, page: String(first.next?.page) },
  });
  expect(late.isError).toBe(true);
});
