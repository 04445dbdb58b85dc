import { Markdown, namesOf } from '@docs-platform-mcp/markdown';
import { sanitizeText } from '../../text/index.ts';
import { findDecoded } from './decoded.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { type HeadingLine, headingLines } from './outline.ts';
import { type MatchScope, matchesIn, matchesInLine } from './parts.ts';
import { type Pattern, type PatternInput, patternOf, type TextMatch } from './pattern.ts';

/** One line, or the title or description of a page, with its matches. */
export interface FoundLine {
  /** Counted from 1, in the text as `get_page` returns it; absent for a title or a description. */
  line?: number;
  in?: 'title' | 'description';
  /** The nearest heading above; one that the page has more than once, as `section` of `get_page` takes it. */
  heading?: string;
  excerpt: Excerpt;
  /** Number of matches that begin here, if more than one. */
  matches?: number;
  /** What matched, if requested; counted for the whole page in the end. */
  texts?: string[];
}

/** The matches on a page. */
export interface PageMatches {
  matches: number;
  lines: FoundLine[];
  /** Matches that do not count, because they are in addresses. */
  inAddresses: number;
  /** Matches that do not count, because they are in code, or in text, and only the other was asked for. */
  inOtherPart: number;
  /** Matches in text that readers do not see, such as comments. */
  hidden: number;
  /** Lines that are too long for a regular expression. */
  linesLeftOut: readonly number[];
  /** Matches that have other quotation marks, dashes or spaces. */
  loose?: number;
  /** What matched and how often, if requested. */
  texts?: [text: string, count: number][];
}

/** The parts of a page that are searched. */
export interface SearchedPage {
  page: { title: string; description?: string };
  markdown: string | undefined;
}

/** What is searched for, and where in a text. */
export type SearchPattern = PatternInput & MatchScope & { texts?: boolean };

/** The matches on each of some pages, in their order; undefined for a page without any. */
export async function findOnPages({
  pages,
  searched,
}: {
  pages: readonly SearchedPage[];
  searched: SearchPattern;
}): Promise<(PageMatches | undefined)[]> {
  const pattern = patternOf(searched);
  const found: (PageMatches | undefined)[] = [];
  for (const page of pages) found.push(await findInPage(page, pattern, searched));
  return found;
}

/** The matches on one page, as its readers see it; undefined if there are none. */
async function findInPage(
  { page, markdown }: SearchedPage,
  pattern: Pattern,
  searched: SearchPattern,
): Promise<PageMatches | undefined> {
  const text = sanitizeText(markdown ?? '');
  const { matches: all, linesLeftOut } = await findDecoded(pattern, text);
  const { matches, inAddresses, inOtherPart } = matchesIn(searched, all, text);
  const about = await findInFields(page, text, pattern, searched);
  const lines = [...about.lines, ...linesOf(text, matches, searched.texts ? textOf : undefined)];
  const loose = about.loose + countLoose(matches);
  const hidden =
    markdown === undefined || markdown === text
      ? 0
      : Math.max(0, (await findDecoded(pattern, markdown)).matches.length - all.length);
  if (lines.length + hidden + linesLeftOut.length + inAddresses + inOtherPart === 0)
    return undefined;
  const count = lines.reduce((sum, line) => sum + (line.matches ?? 1), 0);
  const others = { inAddresses, inOtherPart, hidden, linesLeftOut, ...(loose > 0 && { loose }) };
  return { matches: count, ...countTexts(lines), ...others };
}

/** The lines, with what matched in them counted, as far as that is known. */
export function countTexts(found: readonly FoundLine[]): Pick<PageMatches, 'lines' | 'texts'> {
  const counts = new Map<string, number>();
  const lines = found.map(({ texts = [], ...line }) => {
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    return line;
  });
  return counts.size === 0 ? { lines } : { lines, texts: [...counts] };
}

const MAX_TEXT = 200;

function textOf({ groups: [text = ''] }: TextMatch): string {
  return text.slice(0, MAX_TEXT);
}

/** The texts about a page that belong to each part of it. */
const ABOUT = {
  both: ['title', 'description'],
  text: ['title', 'description'],
  prose: ['title', 'description'],
  headings: ['title'],
  code: [],
} as const;

/** Matches in title and description, unless the text contains them itself. */
async function findInFields(
  { title, description = '' }: SearchedPage['page'],
  text: string,
  pattern: Pattern,
  searched: SearchPattern,
): Promise<{ lines: FoundLine[]; loose: number }> {
  const { in: part = 'both' } = searched;
  const values = { title, description };
  const lines: FoundLine[] = [];
  let loose = 0;
  for (const name of ABOUT[part]) {
    const value = sanitizeText(values[name]);
    const { matches } = matchesInLine(searched, (await pattern.find(value)).matches, value);
    const [first, ...others] = matches;
    const isInText = part === 'headings' ? isHeading(value, text) : text.includes(value);
    if (!first || isInText) continue;
    loose += countLoose(matches);
    lines.push({
      in: name,
      excerpt: excerptOf(value, [first, ...others]),
      ...(matches.length > 1 && { matches: matches.length }),
      ...(searched.texts && { texts: matches.map(textOf) }),
    });
  }
  return { lines, loose };
}

/** The number of matches that have other quotation marks, dashes or spaces. */
export function countLoose(matches: readonly TextMatch[]): number {
  return matches.filter(({ isLoose }) => isLoose).length;
}

function isHeading(title: string, text: string): boolean {
  return headingLines(text.split('\n')).some(({ heading }) => heading === title);
}

/** The lines of a text in which matches begin. */
export function linesOf<M extends Range>(
  text: string,
  matches: readonly M[],
  textOf?: (match: M) => string,
): FoundLine[] {
  if (matches.length === 0) return [];
  const lines = text.split('\n');
  const headings = headingLines(lines);
  const nameOf = headingNames(text, headings);
  const found: FoundLine[] = [];
  let heading = 0;
  for (const { number, start, line, matches: within } of linesWith(lines, matches)) {
    while ((headings[heading + 1]?.line ?? Number.POSITIVE_INFINITY) <= number) heading += 1;
    const above = headings[heading];
    const [first, ...others] = within.map((match) => ({
      start: match.start - start,
      end: match.end - start,
    }));
    if (!first) continue;
    found.push({
      line: number,
      ...(above && above.line <= number && { heading: nameOf(above) }),
      excerpt: excerptOf(line, [first, ...others]),
      ...(others.length > 0 && { matches: within.length }),
      ...(textOf && { texts: within.map(textOf) }),
    });
  }
  return found;
}

interface Range {
  start: number;
  end: number;
}

interface MatchingLine<M> {
  /** Counted from 1. */
  number: number;
  /** Its offset in the text. */
  start: number;
  line: string;
  matches: M[];
}

/** The lines in which matches begin, in order. */
function* linesWith<M extends Range>(
  lines: readonly string[],
  matches: readonly M[],
): Iterable<MatchingLine<M>> {
  let [index, start] = [0, 0];
  let current: MatchingLine<M> | undefined;
  for (const match of matches) {
    while (index < lines.length && start + (lines[index] ?? '').length < match.start) {
      start += (lines[index] ?? '').length + 1;
      index += 1;
    }
    if (current?.number === index + 1) {
      current.matches.push(match);
      continue;
    }
    if (current) yield current;
    current = { number: index + 1, start, line: lines[index] ?? '', matches: [match] };
  }
  if (current) yield current;
}

/** The name of a heading: its text, or what distinguishes it from others with the same text. */
function headingNames(
  text: string,
  headings: readonly HeadingLine[],
): (heading: HeadingLine) => string {
  const counts = new Map<string, number>();
  for (const { heading } of headings) counts.set(heading, (counts.get(heading) ?? 0) + 1);
  let names: ReadonlyMap<number, string> | undefined;
  return ({ line, heading }) => {
    if (counts.get(heading) === 1) return heading;
    names ??= sectionNames(text);
    return names.get(line) ?? heading;
  };
}

/** The unique names of the sections of a text, by the lines of their headings. */
function sectionNames(text: string): ReadonlyMap<number, string> {
  const { sections } = Markdown.read(text);
  const names = namesOf(sections);
  const byLine = new Map<number, string>();
  let line = 1;
  let offset = 0;
  for (const [place, { start }] of sections.entries()) {
    for (; offset < start; offset += 1) if (text[offset] === '\n') line += 1;
    byLine.set(line, names[place] as string);
  }
  return byLine;
}
