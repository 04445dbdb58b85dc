import { pagesInOrder } from '../content/index.ts';
import type { PageNode } from '../operations/index.ts';
import { sanitizeText } from '../text/index.ts';
import { turns } from '../turns.ts';
import { fitsUri } from '../uris/index.ts';

/** Maximum characters of an outline: the tightest host's limit for one attachment, about 25,000 tokens. */
const MAX_CHARACTERS = 100_000;

/** A line of an outline, without its indentation. */
interface OutlineLine {
  depth: number;
  text: string;
}

/** The lines of an outline, and how many more there would be. */
export interface CutOutline {
  lines: string[];
  leftOut: number;
}

/**
 * The pages of a tree as an indented list of links that fits into one attachment. The deepest pages are left out
 * first, so that no chapter is missing; omitted pages are counted. `uriOf` returns the resource URI of a page.
 */
export async function outline(
  pages: readonly PageNode[],
  uriOf: (pageId: string) => string,
): Promise<CutOutline> {
  const lines: OutlineLine[] = [];
  const turn = turns();
  for (const { page, depth } of pagesInOrder(pages)) {
    const { id, title, path = '' } = page;
    const link = markdownLink(title, fitsUri(id) ? uriOf(id) : '');
    lines.push({ depth, text: `- ${link}${path && ` /${oneLine(path)}`}` });
    await turn();
  }
  return cutOutline(lines);
}

function cutOutline(lines: readonly OutlineLine[]): CutOutline {
  const level = deepestFitting(lines);
  const shown = lines.filter(({ depth }) => depth <= level);
  const kept: string[] = [];
  let left = MAX_CHARACTERS;
  for (const line of shown) {
    left -= lengthOf(line);
    if (left < 0) break;
    kept.push('  '.repeat(line.depth) + line.text);
  }
  return { lines: kept, leftOut: lines.length - kept.length };
}

/** The deepest level down to which all pages fit; at least the first one. */
function deepestFitting(lines: readonly OutlineLine[]): number {
  const lengths = new Map<number, number>();
  for (const line of lines) {
    lengths.set(line.depth, (lengths.get(line.depth) ?? 0) + lengthOf(line));
  }
  let level = 0;
  let length = lengths.get(0) ?? 0;
  for (let next = lengths.get(1); next !== undefined; next = lengths.get(level + 1)) {
    length += next;
    if (length > MAX_CHARACTERS) break;
    level += 1;
  }
  return level;
}

function lengthOf({ depth, text }: OutlineLine): number {
  return 2 * depth + text.length + 1;
}

/** Foreign text for one of this server's own lines: it cannot start a new line. */
export function oneLine(text: string): string {
  return sanitizeText(text).replaceAll(/\s+/g, ' ').trim();
}

function markdownLink(title: string, uri: string): string {
  const text = oneLine(title).replaceAll(/[\\[\]]/g, '\\$&');
  return uri ? `[${text}](${uri})` : text;
}
