import type { PageChange } from '../../../content/index.ts';
import type { BadLink } from '../links.ts';

/** The bad links that a change wrote on a page: for an edited page that did not move, those in added lines. */
export function addedBy({ change, diff }: PageChange, links: readonly BadLink[]): BadLink[] {
  return change === 'created' || change.includes('moved') ? [...links] : linksAddedBy(diff, links);
}

/** The bad links in the lines that a diff adds, and those whose line is unknown. */
export function linksAddedBy(diff = '', links: readonly BadLink[]): BadLink[] {
  const added = addedLines(diff);
  return links.filter(({ line }) => line === undefined || added.has(line));
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
