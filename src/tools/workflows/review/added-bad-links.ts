import { type ChangedPage, flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import type { BadLink } from '../links.ts';
import { linkStatusOf, targetsAmong } from '../text-links.ts';

/** A page, and all pages of its space. */
interface PlacedPage {
  page: PageNode;
  pages: readonly PageNode[];
}

/** The places of a page that a change moved. */
export interface PageMove {
  from: PlacedPage;
  to: PlacedPage;
}

/** The bad links that a change wrote on a page, or broke by moving it. */
export function badLinksAddedBy(
  { page, before, trees, change: { change, diff } }: ChangedPage,
  links: readonly BadLink[],
): BadLink[] {
  if (change === 'created') return [...links];
  return linksAddedBy(diff, links, moveOf(before, page, trees));
}

/** The places of a page before and after a change; undefined if its path is the same, and for a created page. */
export function moveOf(
  before: PageNode | undefined,
  after: PageNode | undefined,
  trees: ChangedPage['trees'],
): PageMove | undefined {
  if (!before || !after || before.path === after.path) return undefined;
  return {
    from: { page: before, pages: flattenPages(trees.before) },
    to: { page: after, pages: flattenPages(trees.after) },
  };
}

/**
 * The bad links in the lines that a diff adds, unless lines that it removes had the same ones, and those whose line is
 * unknown; on a page that moved, also those elsewhere that led to a page from its former place, because paths are
 * relative to the page.
 */
export function linksAddedBy(diff = '', links: readonly BadLink[], move?: PageMove): BadLink[] {
  const added = addedLines(diff);
  const removed = removedTargets(diff);
  return links.filter(({ line, target }) => {
    if (line === undefined) return true;
    const isLost = move !== undefined && isLostBy(move, target);
    if (!added.has(line)) return isLost;
    const left = removed.get(target) ?? 0;
    removed.set(target, left - 1);
    return isLost || left <= 0;
  });
}

/** Whether a link led to a page from the former place of its page, and no longer does. */
function isLostBy({ from, to }: PageMove, target: string): boolean {
  const [before, after] = [from, to].map(({ page, pages }) =>
    linkStatusOf(target, page, targetsAmong(pages)),
  );
  return before === 'ok' && after !== 'ok';
}

const TARGET = /(?:\]\(<?|(?:href|src|url)=")([^)>"\s]+)/g;

/** The targets of links in the lines that a diff removes, with their number. */
function removedTargets(diff: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of diff.split('\n')) {
    if (!line.startsWith('-')) continue;
    for (const [, target = ''] of line.matchAll(TARGET)) {
      counts.set(target, (counts.get(target) ?? 0) + 1);
    }
  }
  return counts;
}

/** The numbers of the lines that a unified diff adds. */
function addedLines(diff: string): Set<number> {
  const added = new Set<number>();
  let next = 0;
  for (const line of diff.split('\n')) {
    const start = /^@@ -\S+ \+(\d+)/.exec(line)?.[1];
    if (start !== undefined) next = Number(start);
    else if (line.startsWith('+')) added.add(next++);
    else if (!line.startsWith('-')) next += 1;
  }
  return added;
}
