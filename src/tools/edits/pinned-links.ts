import { flattenPages } from '../../content/index.ts';
import type { PageNode } from '../../operations/index.ts';
import type { JobCaller } from '../../thread-pool.ts';
import { runJob } from '../jobs/run.ts';
import type { PageEdit } from '../workflows/open-change-request/changes.ts';
import { pagesAfter } from '../workflows/open-change-request/pages-after.ts';
import type { PageTargets } from '../workflows/page-targets.ts';
import { targetOf, targetsAmong } from '../workflows/text-links.ts';
import type { OriginalPage } from './expand.ts';
import type { PageWrite } from './text-changes.ts';

/** The pages before or after an edit. */
interface State {
  pages: ReadonlyMap<string, PageNode>;
  targets: PageTargets;
}

/** The address of a page that it keeps wherever it moves. */
const BY_ID = /^\/?pages\//;

/** Whether a change moves pages, so that links to them are rewritten. */
export function movesPages({ operation, into, at, title, slug }: PageEdit): boolean {
  return (
    operation !== 'update_page' || [into, at, title, slug].some((field) => field !== undefined)
  );
}

/**
 * Replaces links by paths that pages already had by links by ids, if the same call moves pages: the platform reads paths
 * as they are after all changes, where an old one leads nowhere or to another page. In a whole text, only links that
 * would lead nowhere are replaced, since its author may have written the others anew.
 * @param writes the texts of which only a part changes.
 * @param tree the page tree; undefined if no text is written while pages move.
 */
export function linkPinner(
  writes: Iterable<PageWrite>,
  tree: readonly PageNode[] | undefined,
  read: (page: string) => Promise<OriginalPage>,
  caller: JobCaller,
): (changes: readonly PageEdit[]) => Promise<PageEdit[]> {
  const inPart = new Set([...writes].map(({ page }) => page.id));
  return async (changes) =>
    tree ? withPinnedLinks({ changes, inPart }, tree, read, caller) : [...changes];
}

async function withPinnedLinks(
  { changes, inPart }: { changes: readonly PageEdit[]; inPart: ReadonlySet<string> },
  tree: readonly PageNode[],
  read: (page: string) => Promise<OriginalPage>,
  caller: JobCaller,
): Promise<PageEdit[]> {
  if (!changes.some(movesPages)) return [...changes];
  const before = stateOf(flattenPages(tree));
  const after = stateOf(pagesAfter(tree, changes));
  const pinned: PageEdit[] = [];
  for (const change of changes) {
    const { operation, page = '', document } = change;
    const self = before.pages.get(page);
    const { markdown } = document ?? {};
    if (operation !== 'update_page' || !self || !markdown) {
      pinned.push(change);
      continue;
    }
    const [urls = []] = await runJob('linkTargets', [(await read(page)).markdown ?? ''], caller);
    const isStale = (url: string) => {
      const now = after.pages.get(page);
      return inPart.has(page) || (now && !targetOf(url, now, after.targets));
    };
    const links = urls.flatMap((url) => {
      const target = BY_ID.test(url) ? undefined : targetOf(url, self, before.targets);
      if (!target || !after.pages.has(target.id) || !isStale(url)) return [];
      const [path = ''] = url.split(/[#?]/, 1);
      return { urls: [url], to: `/pages/${target.id}${url.slice(path.length)}` };
    });
    const text =
      links.length === 0
        ? markdown
        : await runJob('retargetLinkGroups', { markdown, links }, caller);
    pinned.push({ ...change, document: { ...document, markdown: text } });
  }
  return pinned;
}

function stateOf(pages: readonly PageNode[]): State {
  return { pages: new Map(pages.map((page) => [page.id, page])), targets: targetsAmong(pages) };
}
