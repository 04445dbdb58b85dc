import type { PageChange } from '../../../content/index.ts';
import type { BadLink } from '../links.ts';

/** The bad links that a change wrote on a page, or broke by moving it. */
export function badLinksAddedBy(
  { change, diff }: PageChange,
  links: readonly BadLink[],
): BadLink[] {
  return change === 'created' ? [...links] : linksAddedBy(diff, links, change.includes('moved'));
}

/**
 * The bad links in the lines that a diff adds, unless lines that it removes had the same ones, and those whose line is
 * unknown; on a page that moved, also the broken ones elsewhere, because paths are relative to the page.
 */
export function linksAddedBy(diff = '', links: readonly BadLink[], hasMoved = false): BadLink[] {
  const added = addedLines(diff);
  const removed = hasMoved ? new Map<string, number>() : removedTargets(diff);
  return links.filter(({ line, status, target }) => {
    if (line === undefined) return true;
    if (!added.has(line)) return hasMoved && status === 'broken';
    const left = removed.get(target) ?? 0;
    removed.set(target, left - 1);
    return left <= 0;
  });
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
