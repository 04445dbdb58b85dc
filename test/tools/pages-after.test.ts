import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV_GUIDE, startTestPlatform, type TestPlatform } from '../../platform/test/support.ts';
import type { PageNode } from '../../src/operations/index.ts';
import type { PageEdit } from '../../src/tools/workflows/open-change-request/changes.ts';
import { pagesAfter } from '../../src/tools/workflows/open-change-request/pages-after.ts';

let platform: TestPlatform;
let tree: PageNode[];
let ids: string[];

const content = `/spaces/${DEV_GUIDE}/content/pages`;

function flat(pages: readonly PageNode[]): PageNode[] {
  return pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
}

beforeAll(async () => {
  platform = await startTestPlatform();
  tree = (await platform.admin('GET', content)).json.pages as unknown as PageNode[];
  ids = flat(tree).map(({ id }) => id);
});

afterAll(() => platform.close());

/** The platform's result of the changes; undefined if it refuses them. */
async function pathsOf(changes: readonly object[]): Promise<string[] | undefined> {
  const space = `/spaces/${DEV_GUIDE}/change-requests`;
  const { number } = (await platform.admin('POST', space, { subject: 'x' })).json;
  const { status } = await platform.admin('POST', `${space}/${number}/content`, { changes });
  if (status !== 200) return undefined;
  const pages = (await platform.admin('GET', `${space}/${number}/content/pages`)).json.pages;
  return flat(pages as unknown as PageNode[]).map(({ path = '' }) => path);
}

describe('the pages after changes', () => {
  it('have the paths that the platform assigns', async () => {
    const page = fc.nat().map((number) => ids[number % ids.length] ?? '');
    // Unique titles: how the platform handles duplicates is not predicted.
    const change = fc.oneof(
      page.map((id) => ({ operation: 'delete_page', page: id })),
      fc.record({ page, slug: fc.boolean() }).map(({ page: id, slug }) => ({
        operation: 'update_page',
        page: id,
        title: 'Another',
        ...(slug && { slug: `renamed-${id.toLowerCase()}` }),
      })),
      fc
        .record({ page, into: fc.option(page) })
        .map(({ page: id, into }) => ({ operation: 'update_page', page: id, into })),
      fc
        .record({
          into: fc.option(page),
          text: fc.constantFrom('# %', '---\ntitle: "%"\n---\nx', 'x'),
        })
        .map(({ into, text }) => ({ operation: 'insert_page', text, ...(into && { into }) })),
    );
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (drawn) => {
        const changes = drawn.map((one, index) => {
          if (!('text' in one)) return one;
          const { text, ...rest } = one;
          const title = `What's new, ${index}?`;
          return { ...rest, title, document: { markdown: text.replace('%', title) } };
        });
        const actual = await pathsOf(changes);
        if (actual === undefined) return;
        compared += 1;
        const foretold = pagesAfter(tree, changes as PageEdit[]).map(({ path = '' }) => path);
        expect(foretold.sort()).toEqual(actual.sort());
      }),
      { numRuns: 60, seed: 7 },
    );
    expect(compared).toBeGreaterThan(20);
  });
});
