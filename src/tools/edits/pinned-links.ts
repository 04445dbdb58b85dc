import { flattenPages } from '../../content/index.ts';
import type { PageNode } from '../../operations/index.ts';
import type { JobCaller } from '../../thread-pool.ts';
import { runJob } from '../jobs/run.ts';
import type { PageEdit } from '../workflows/open-change-request/changes.ts';
import { pagesAfter } from '../workflows/open-change-request/pages-after.ts';
import type { PageTargets } from '../workflows/page-targets.ts';
import { targetOf, targetsAmong } from '../workflows/text-links.ts';
import type { OriginalPage } from './expand.ts';

/** The pages before or after an edit. */
interface State {
  pages: ReadonlyMap<string, PageNode>;
  targets: PageTargets;
}

/** Addresses that pages and files keep wherever they move. */
const BY_ID = /^\/?(?:files|pages)\/|^\/\//;

/** Whether a change moves pages, so that links to them are rewritten. */
export function movesPages({ operation, into, at, title, slug }: PageEdit): boolean {
  return (
    operation !== 'update_page' || [into, at, title, slug].some((field) => field !== undefined)
  );
}

/**
 * The changes with links by ids in place of links by paths, if the same call moves pages: the platform reads paths as
 * they are after all changes, where an old one leads nowhere or to another page. That concerns links that pages already
 * had, and new ones that lead somewhere only before the changes.
 * @param tree the page tree; undefined if no text is written while pages move.
 */
export async function withPinnedLinks(
  changes: readonly PageEdit[],
  tree: readonly PageNode[] | undefined,
  read: (page: string) => Promise<OriginalPage>,
  caller: JobCaller,
): Promise<PageEdit[]> {
  if (!tree || !changes.some(movesPages)) return [...changes];
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
    const texts = [(await read(page)).markdown ?? '', markdown];
    const [old = [], written = []] = await runJob('linkTargets', texts, caller);
    const now = after.pages.get(page);
    const had = new Set(old);
    const added = written.filter((url) => now && !targetIn(url, now, after));
    const links = [...new Set([...old, ...added])].flatMap((url) => {
      const target = targetIn(url, self, before);
      // Those to a page that is deleted stay only by its id.
      if (!target || !(after.pages.has(target.id) || had.has(url))) return [];
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

/** The page to which a link by a path leads, from its page or from the root of the space. */
function targetIn(url: string, from: PageNode, { targets }: State): PageNode | undefined {
  if (BY_ID.test(url)) return undefined;
  const [path = ''] = url.split(/[#?]/, 1);
  if (!path.startsWith('/')) return targetOf(url, from, targets);
  return path === '/' ? undefined : targets.at(path.slice(1));
}

function stateOf(pages: readonly PageNode[]): State {
  return { pages: new Map(pages.map((page) => [page.id, page])), targets: targetsAmong(pages) };
}
