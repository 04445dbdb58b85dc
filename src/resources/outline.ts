import type { PageNode } from '../operations/index.ts';
import { sanitizeText } from '../text/index.ts';
import { fitsUri } from '../uris/index.ts';

/** Maximum characters of an outline: the tightest host's limit for one attachment, about 25,000 tokens. */
const MAX_CHARACTERS = 100_000;

/** The pages of a tree as an indented list of links. `uriOf` returns the resource URI of a page. */
export function outline(pages: readonly PageNode[], uriOf: (pageId: string) => string): string[] {
  return pages.flatMap(({ id, title, path = '', pages: below = [] }) => [
    `- ${linked(title, fitsUri(id) ? uriOf(id) : '')}${path && ` /${oneLine(path)}`}`,
    ...outline(below, uriOf).map((line) => `  ${line}`),
  ]);
}

/**
 * An outline that fits into one attachment. The deepest pages are left out first, so that no chapter is missing;
 * omitted pages are counted.
 */
export function cutOutline(lines: readonly string[]): { lines: string[]; leftOut: number } {
  const depth = (line: string) => line.search(/\S/) / 2;
  const deepest = lines.reduce((most, line) => Math.max(most, depth(line)), 0);
  for (let level = deepest; level > 0; level -= 1) {
    const kept = lines.filter((line) => depth(line) <= level);
    if (lengthOf(kept) <= MAX_CHARACTERS)
      return { lines: kept, leftOut: lines.length - kept.length };
  }
  const kept: string[] = [];
  let left = MAX_CHARACTERS;
  for (const line of lines.filter((candidate) => depth(candidate) === 0)) {
    left -= line.length + 1;
    if (left < 0) break;
    kept.push(line);
  }
  return { lines: kept, leftOut: lines.length - kept.length };
}

/** Foreign text for one of this server's own lines: it cannot start a new line. */
export function oneLine(text: string): string {
  return sanitizeText(text).replaceAll(/\s+/g, ' ').trim();
}

function linked(title: string, uri: string): string {
  const text = oneLine(title).replaceAll(/[\\[\]]/g, '\\$&');
  return uri ? `[${text}](${uri})` : text;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((length, line) => length + line.length + 1, 0);
}
