import type { SpaceTexts } from '../../../content/find/index.ts';
import { mapInTurns } from '../../../turns.ts';
import type { TreeWrite } from '../change/write.ts';

/** Maximum number of changed lines in an answer, removed and added ones together. */
const MAX_LINES = { preview: 60, written: 24 };

/** Maximum number of pages to name. The others are counted. */
const MAX_PAGES = 40;

/** Refers to where the others are shown. */
const OTHERS = {
  preview: 'a preview of only this page shows them',
  written: 'review_change_request shows them',
};

/** Refers to where the other pages are listed. */
const OTHER_PAGES = {
  preview: 'find_in_pages lists every place in turn',
  written: 'review_change_request lists them',
};

export interface ReplacedPage {
  id: string;
  title: string;
  path?: string;
  replaced: number;
  diff: string;
}

/** A page with its diff, or, on many pages, with its new lines alone and without its path. */
type ShownPage = Omit<ReplacedPage, 'diff'> & ({ diff: string } | { lines: string });

/**
 * The pages with a part of the diff of each, if their diffs are too long together: the first replaced lines of every
 * page, and how many more there are. On many pages, lines that changed the same way on an earlier one are not repeated.
 * @param isLiteral the same text is replaced everywhere, so that on many pages the new lines say what the old ones were.
 */
export async function limitDiffs(
  pages: readonly ReplacedPage[],
  what: keyof typeof MAX_LINES,
  isLiteral: boolean,
): Promise<{ shown?: string; pages: readonly ShownPage[]; otherPages?: string }> {
  const most = MAX_LINES[what];
  const changed = await mapInTurns(pages, ({ diff }) => diff.split('\n').filter(isChanged));
  if (changed.reduce((sum, lines) => sum + lines.length, 0) <= most) return { pages };
  const pairs = Math.floor(most / 2 / pages.length);
  if (pairs > 1) return { pages: pages.map((page) => shortenDiff(page, pairs, what)) };
  const firstWith = new Map<string, ReplacedPage>();
  const firstAlike = new Map<ReplacedPage, ReplacedPage>();
  for (const [at, page] of pages.entries()) {
    const key = changed[at]?.join('\n') ?? '';
    const first = firstWith.get(key) ?? page;
    firstWith.set(key, first);
    firstAlike.set(page, first);
  }
  const firsts = new Set(firstWith.values());
  const ofFirsts = Math.max(1, Math.floor(most / 2 / firsts.size));
  const { chosen, ...others } = limitPages(pages, what, firsts);
  const shorter = await mapInTurns(chosen, (page) => {
    const { title = '' } = firstAlike.get(page) ?? {};
    const same = firsts.has(page) ? undefined : `as on ${JSON.stringify(title)}`;
    if (isLiteral) return showNewLines(page, ofFirsts, same);
    return same === undefined
      ? shortenDiff(page, ofFirsts, what)
      : { ...page, diff: `${hunkHeaders(page.diff)} ${same}` };
  });
  const shown = isLiteral && { shown: `first new lines; ${OTHERS[what]}` };
  return { ...shown, pages: shorter, ...others };
}

/**
 * The first pages, and what to say about the others. Of many pages, those in `firsts` are preferred, because they show
 * something new.
 */
export function limitPages<P extends { replaced: number }>(
  pages: readonly P[],
  what: keyof typeof OTHER_PAGES,
  firsts: ReadonlySet<P> = new Set(),
): { chosen: readonly P[]; otherPages?: string } {
  if (pages.length <= MAX_PAGES) return { chosen: pages };
  const preferred = [...firsts, ...pages.filter((page) => !firsts.has(page))];
  const named = new Set(preferred.slice(0, MAX_PAGES));
  const rest = pages.filter((page) => !named.has(page));
  const replaced = rest.reduce((sum, page) => sum + page.replaced, 0);
  return {
    chosen: pages.filter((page) => named.has(page)),
    otherPages: `${rest.length} more pages, ${replaced} replacements; ${OTHER_PAGES[what]}`,
  };
}

function shortenDiff(page: ReplacedPage, pairs: number, what: keyof typeof MAX_LINES): ShownPage {
  return { ...page, diff: sampleOf(page.diff, pairs, OTHERS[what]) };
}

/** The page with the first of its new lines. */
function showNewLines(
  { diff, path: _, ...page }: ReplacedPage,
  most: number,
  same: string | undefined,
): ShownPage {
  const lines = addedLines(diff);
  if (same !== undefined) return { ...page, lines: `${lines[0]?.split(':')[0]}: ${same}` };
  const more = lines.length - most;
  return {
    ...page,
    lines: [...lines.slice(0, most), ...(more > 0 ? [`+${more} more`] : [])].join('\n'),
  };
}

/** The added lines of a diff, each after its number, or after its name if it is a field: `4: Text`. */
function addedLines(diff: string): string[] {
  const added: string[] = [];
  let at: number | undefined;
  for (const line of diff.split('\n')) {
    const start = /^@@ -\S+ \+(\d+)/.exec(line)?.[1];
    if (start !== undefined) at = Number(start);
    else if (line.startsWith('+')) {
      added.push(at === undefined ? line.slice(1) : `${at}: ${line.slice(1).trim()}`);
      if (at !== undefined) at += 1;
    } else if (at !== undefined && !line.startsWith('-')) at += 1;
  }
  return added;
}

/** The positions of a diff: `@@ -4,1 +4,1 @@`. */
function hunkHeaders(diff: string): string {
  return diff
    .split('\n')
    .filter((line) => line.startsWith('@@'))
    .join(' ');
}

function isChanged(line: string): boolean {
  return line.startsWith('-') || line.startsWith('+');
}

/** The first removed lines of a diff, as many added ones, and the number of the others. */
function sampleOf(diff: string, pairs: number, others: string): string {
  const kept: string[] = [];
  const count = { '-': 0, '+': 0 };
  let left = 0;
  for (const line of diff.split('\n')) {
    const sign = isChanged(line) ? (line[0] as '-' | '+') : undefined;
    if (sign) count[sign] += 1;
    const isOver = sign ? count[sign] > pairs : Math.max(count['-'], count['+']) >= pairs;
    if (!isOver) kept.push(line);
    else if (sign) left += 1;
  }
  if (left > 0) kept.push(`… ${left} more changed lines; ${others}.`);
  return kept.join('\n');
}

/** A written page, and the number of matches in its new texts. */
export type CountedWrite = TreeWrite & { again: number };

/**
 * The number of remaining matches of the same search, apart from those in the new texts. @param read all pages that
 * were searched. @param stored the texts of the written pages, read back.
 */
export async function countLeft(
  read: SpaceTexts,
  { writes, stored }: { writes: readonly CountedWrite[]; stored: ReadonlyMap<string, string> },
  find: (read: Pick<SpaceTexts, 'texts' | 'tree'>) => Promise<readonly { matches: number }[]>,
): Promise<number> {
  const fields = new Map(writes.map(({ page, fields }) => [page.id, fields]));
  const texts = read.texts.map(({ page, markdown }) => ({
    page: { ...page, ...fields.get(page.id) },
    markdown: stored.get(page.id) ?? markdown,
  }));
  const found = await find({ texts, tree: read.tree });
  const matches = found.reduce((sum, page) => sum + page.matches, 0);
  const again = writes.reduce((sum, write) => sum + write.again, 0);
  return Math.max(0, matches - again);
}
