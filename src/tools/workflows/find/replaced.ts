import type { SpaceTexts, Wanted } from '../../../content/find/index.ts';
import { withoutTitleLine } from '../../edits/title-line.ts';
import type { TreeWrite } from '../change/write.ts';
import type { Steps } from '../workflow.ts';
import { findAll } from './search.ts';

/** Changed lines that an answer shows, removed and added ones together. */
const MAX_LINES = { preview: 60, written: 24 };

/** Where the others can be seen. */
const OTHERS = {
  preview: 'a preview of only this page shows them',
  written: 'review_change_request shows them',
};

/**
 * The pages with a part of the diff of each, if their diffs are too long together: the first replaced lines of every
 * page, and how many more there are. On many pages, lines that changed the same way on an earlier one are not repeated.
 */
export function sampled<P extends { title: string; diff: string }>(
  pages: P[],
  what: keyof typeof MAX_LINES,
): P[] {
  const most = MAX_LINES[what];
  if (changedLinesOf(pages) <= most) return pages;
  const pairs = Math.floor(most / 2 / pages.length);
  const cut = (page: P, shown: number): P => ({
    ...page,
    diff: sampleOf(page.diff, shown, OTHERS[what]),
  });
  if (pairs > 1) return pages.map((page) => cut(page, pairs));
  const firstWith = new Map<string, P>();
  for (const page of pages) {
    const changes = changesIn(page.diff);
    if (!firstWith.has(changes)) firstWith.set(changes, page);
  }
  const firsts = new Set(firstWith.values());
  const ofFirsts = Math.max(1, Math.floor(most / 2 / firsts.size));
  return pages.map((page) => {
    if (firsts.has(page)) return cut(page, ofFirsts);
    const { title = '' } = firstWith.get(changesIn(page.diff)) ?? {};
    return { ...page, diff: `${placesIn(page.diff)} as on ${JSON.stringify(title)}` };
  });
}

function changedLinesOf(pages: readonly { diff: string }[]): number {
  return pages.reduce((sum, { diff }) => sum + diff.split('\n').filter(isChanged).length, 0);
}

function changesIn(diff: string): string {
  return diff.split('\n').filter(isChanged).join('\n');
}

/** The places of a diff: `@@ -4,1 +4,1 @@`. */
function placesIn(diff: string): string {
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
 * How many matches are left for the same search, apart from those in the new texts.
 * @param read all pages that were searched.
 * @param stored the texts of the written pages, read back.
 */
export async function leftAfter(
  read: SpaceTexts,
  { writes, stored }: { writes: readonly CountedWrite[]; stored: ReadonlyMap<string, string> },
  wanted: Wanted,
  steps: Steps,
): Promise<number> {
  const fields = new Map(writes.map(({ page, fields }) => [page.id, fields]));
  const texts = read.texts.map(({ page, markdown }) => {
    const text = stored.get(page.id) ?? markdown;
    return {
      page: { ...page, ...fields.get(page.id) },
      markdown: text === undefined ? text : withoutTitleLine(text, page.title),
    };
  });
  const found = await findAll(texts, wanted, steps);
  const matches = found.reduce((sum, page) => sum + page.matches, 0);
  const again = writes.reduce((sum, write) => sum + write.again, 0);
  return Math.max(0, matches - again);
}
