import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../platform/test/support.ts';
import { linkedClient, type McpConnection } from '../../support/clients.ts';
import { type SeenUpstream, seeUpstream } from '../../support/seen-upstream.ts';

const spaceId = 'spaceDevGuide0000001';
const PAGES = 40;
/** About so many fit into one answer. */
const SHOWN = 14;
const READ = /^GET .*\/page\//;
const [generation] = linkedClient('2026');

let platform: TestPlatform;
let upstream: SeenUpstream;
let connection: McpConnection;
beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
  upstream = await seeUpstream(platform.url);
  connection = await generation.stdio({
    env: { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' },
  });
});
afterAll(async () => {
  await connection.close();
  await upstream.close();
  await platform.close();
});

interface Review {
  changes: { title: string; page: string; diff?: string }[];
  left?: string;
  next?: { page: string };
}

it('a further part of a long review, and the review of one page, read only the pages that they show', async () => {
  let existing: unknown;
  for (let from = 0; from < PAGES; from += PAGES / 2) {
    const opened = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, ...(existing ? { existing } : { subject: 'Many' }) },
      changes: Array.from({ length: PAGES / 2 }, (_, at) => ({
        operation: 'insert_page',
        title: `Part ${from + at}`,
        document: { markdown: `A line of page ${from + at} that takes room.\n\n`.repeat(25) },
      })),
    });
    existing = opened.changeRequestId;
  }
  const review = async (part: object) => {
    const before = upstream.count(READ);
    const args = { spaceId, changeRequestId: existing, ...part };
    const found = (await connection.facts('review_change_request', args)) as unknown as Review;
    return { ...found, reads: upstream.count(READ) - before };
  };
  const first = await review({});
  const seen = first.changes.map(({ title }) => title);
  for (let part: Review = first; part.next; ) {
    const { reads, ...further } = await review({ page: part.next.page });
    expect(reads).toBeLessThanOrEqual(further.changes.length + 1);
    expect(further.changes.length).toBeLessThanOrEqual(SHOWN);
    seen.push(...further.changes.map(({ title }) => title));
    if (further.next) expect(further.left).toContain(`${PAGES - seen.length} of ${PAGES} changed`);
    part = further;
  }
  expect([...seen].sort()).toEqual([...new Set(seen)].sort());
  expect(seen).toHaveLength(PAGES);
  const { reads, changes } = await review({ pageId: first.changes[2]?.page });
  expect(changes).toHaveLength(1);
  expect(changes[0]?.diff?.match(/A line of page/g)).toHaveLength(25);
  expect(reads).toBe(1);
});
