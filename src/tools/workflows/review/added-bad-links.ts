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
 * The bad links in the lines that a diff adds, and those whose line is unknown; on a page that moved, also the broken
 * ones elsewhere, because paths are relative to the page.
 */
export function linksAddedBy(diff = '', links: readonly BadLink[], hasMoved = false): BadLink[] {
  const added = addedLines(diff);
  return links.filter(
    ({ line, status }) =>
      line === undefined || added.has(line) || (hasMoved && status === 'broken'),
  );
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
