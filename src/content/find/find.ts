import { codeRanges, isWithinSpans, sanitizeText } from '../../text/index.ts';
import { headingLines } from './outline.ts';
import { type Pattern, type PatternInput, patternOf } from './pattern.ts';

/** One line, or the title or description of a page, with its matches. */
export interface FoundLine {
  /** Counted from 1, in the text as `get_page` returns it; absent for a title or a description. */
  line?: number;
  in?: 'title' | 'description';
  /** The nearest heading above. */
  heading?: string;
  text: string;
  /** Number of matches that begin here, if more than one. */
  matches?: number;
}

/** The matches on a page. */
export interface PageMatches {
  matches: number;
  lines: FoundLine[];
  /** Matches in text that readers do not see, such as comments. */
  hidden: number;
  /** Lines that are too long for a regular expression. */
  linesLeftOut: readonly number[];
}

/** The parts of a page that are searched. */
export interface SearchedPage {
  page: { title: string; description?: string | undefined };
  markdown: string | undefined;
}

/** The parts of a text that count: code, what is not code, or both. */
export type TextPart = 'text' | 'code' | 'both';

/** What is searched for, and where in a text. */
export type Wanted = PatternInput & { in?: TextPart | undefined };

/** The matches on each of some pages, in their order; undefined for a page without any. */
export async function findOn({
  pages,
  wanted,
}: {
  pages: readonly SearchedPage[];
  wanted: Wanted;
}): Promise<(PageMatches | undefined)[]> {
  const pattern = patternOf(wanted);
  const found: (PageMatches | undefined)[] = [];
  for (const page of pages) found.push(await findIn(page, pattern, wanted.in ?? 'both'));
  return found;
}

const MAX_SHOWN = 200;
/** Characters shown before a match in a long line. */
const LEAD = 60;

/** The matches on one page, as its readers see it; undefined if there are none. */
async function findIn(
  { page, markdown }: SearchedPage,
  pattern: Pattern,
  part: TextPart,
): Promise<PageMatches | undefined> {
  const text = sanitizeText(markdown ?? '');
  const { matches: all, linesLeftOut } = await pattern.find(text);
  const matches = matchesIn(part, all, text);
  const about = part === 'code' ? [] : await aboutPage(page, text, pattern);
  const lines = [...about, ...linesOf(text, matches)];
  const hidden =
    markdown === undefined || markdown === text
      ? 0
      : Math.max(0, (await pattern.find(markdown)).matches.length - all.length);
  if (lines.length + hidden + linesLeftOut.length === 0) return undefined;
  const count = lines.reduce((sum, line) => sum + (line.matches ?? 1), 0);
  return { matches: count, lines, hidden, linesLeftOut };
}

/** The matches in one part of a text. */
export function matchesIn<M extends { start: number; end: number }>(
  part: TextPart,
  matches: readonly M[],
  text: string,
): readonly M[] {
  if (part === 'both' || matches.length === 0) return matches;
  const isCode = isWithinSpans(codeRanges(text));
  return matches.filter((match) => isCode(match) === (part === 'code'));
}

/** Matches in title and description, unless the text contains them itself. */
async function aboutPage(
  page: SearchedPage['page'],
  text: string,
  pattern: Pattern,
): Promise<FoundLine[]> {
  const { title, description = '' } = page;
  const found: FoundLine[] = [];
  for (const [name, value] of [
    ['title', title],
    ['description', description],
  ] as const) {
    const { matches } = await pattern.find(value);
    if (matches.length === 0 || text.includes(value)) continue;
    found.push({
      in: name,
      text: sanitizeText(value),
      ...(matches.length > 1 && { matches: matches.length }),
    });
  }
  return found;
}

function linesOf(text: string, matches: readonly { start: number; end: number }[]): FoundLine[] {
  if (matches.length === 0) return [];
  const lines = text.split('\n');
  const headings = headingLines(lines);
  const found: FoundLine[] = [];
  let number = 0;
  let start = 0;
  let heading = 0;
  let last: FoundLine | undefined;
  for (const match of matches) {
    while (number < lines.length && start + (lines[number] ?? '').length < match.start) {
      start += (lines[number] ?? '').length + 1;
      number += 1;
    }
    if (last?.line === number + 1) {
      last.matches = (last.matches ?? 1) + 1;
      continue;
    }
    while ((headings[heading + 1]?.line ?? Number.POSITIVE_INFINITY) <= number + 1) heading += 1;
    const above = headings[heading];
    last = {
      line: number + 1,
      ...(above && above.line <= number + 1 && { heading: above.heading }),
      text: shown(lines[number] ?? '', match.start - start, match.end - start),
    };
    found.push(last);
  }
  return found;
}

/** A line, or an excerpt of a long one around the match. */
function shown(line: string, start: number, end: number): string {
  if (line.length <= MAX_SHOWN) return line.trim();
  const from = Math.max(0, Math.min(start - LEAD, line.length - MAX_SHOWN));
  const to = Math.min(line.length, Math.max(from + MAX_SHOWN, Math.min(end, start + MAX_SHOWN)));
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}
