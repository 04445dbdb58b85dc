import {
  type FoundLine,
  type PageMatches,
  shownExcerpt,
  WIDE,
} from '../../../content/find/index.ts';
import type { PageNode } from '../../../operations/index.ts';

/** The sum of a number over all items. */
export function sum<T>(all: readonly T[], count: (one: T) => number): number {
  return all.reduce((total, one) => total + count(one), 0);
}

/** A page with its matches, and its space if several are searched. */
export type FoundPage = PageMatches & { page: PageNode; space?: string };

/** The size of a page of results. */
interface ResultPage {
  limit: number;
  /** Most lines of a documentation page; if it is 0, the page counts as one line. */
  perPage: number;
  maxResultTokens?: number;
}

/** A page of the matching lines, by offset and size, grouped by documentation page. */
export function pageOfLines(
  found: readonly FoundPage[],
  offset: number,
  { limit, perPage, ...most }: ResultPage,
) {
  let left = (most.maxResultTokens ?? Number.POSITIVE_INFINITY) * LIST_SHARE;
  let shown = 0;
  const { chosen, total } = chooseLines(found, offset, limit, perPage);
  const toText = lineShortener(chosen);
  const pages = [];
  for (const { page, space, matches, lines } of chosen) {
    const { id, title, path, hidden } = page;
    const named = { id, title, path, ...(space && { space }), ...(hidden && { hidden }) };
    left -= estimateTokens(named);
    const fitting = lines.map(toText).filter((line, index) => {
      left -= perPage > 0 ? estimateTokens(line) : 0;
      return left >= 0 || shown + index === 0;
    });
    if (fitting.length === 0) continue;
    shown += fitting.length;
    const entry = perPage > 0 && matches === fitting.length ? named : { ...named, matches };
    pages.push(perPage > 0 ? { ...entry, lines: fitting } : entry);
  }
  return { pages, shown, total };
}

type ChosenPage = Pick<FoundPage, 'page' | 'space' | 'matches' | 'lines'>;

/** The pages with the lines from an offset on, and the number of all available lines. */
function chooseLines(found: readonly FoundPage[], offset: number, limit: number, perPage: number) {
  const chosen: ChosenPage[] = [];
  let total = 0;
  let taken = 0;
  for (const { page, space, matches, lines: all } of found) {
    const offered = all.slice(0, Math.max(perPage, 1));
    const lines = offered.slice(Math.max(0, offset - total)).slice(0, limit - taken);
    total += offered.length;
    taken += lines.length;
    if (lines.length > 0) chosen.push({ page, space, matches, lines });
  }
  return { chosen, total };
}

/** Maximum characters of all lines together, and the widths to which lines are cut until they fit. */
const MAX_SHOWN = 6_000;
const WIDTHS = [WIDE, 600, 300];
const NARROW = 200;

/** Shows each line as text: as much of it as fits if all are cut to the same width. */
function lineShortener(chosen: readonly ChosenPage[]) {
  const lengths = chosen.flatMap(({ lines }) => lines.map(({ excerpt }) => excerpt.text.length));
  const fits = (width: number) => sum(lengths, (one) => Math.min(one, width)) <= MAX_SHOWN;
  const width = WIDTHS.find(fits) ?? NARROW;
  return ({ excerpt, ...line }: FoundLine) => ({ ...line, text: shownExcerpt(excerpt, width) });
}

/** A text that matched. */
interface FoundText {
  text: string;
  matches: number;
  /** The paths of the first pages with it. */
  pages: string[];
  morePages?: number;
}

/** Maximum number of pages to name for each text. */
const MAX_PAGES = 12;

/** A page of the different texts that matched, in alphabetical order. */
export function pageOfTexts(
  found: readonly FoundPage[],
  offset: number,
  { limit, maxResultTokens }: Pick<ResultPage, 'limit' | 'maxResultTokens'>,
) {
  const all = new Map<string, { matches: number; pages: Set<string> }>();
  for (const { page, texts = [] } of found) {
    for (const [text, count] of texts) {
      const known = all.get(text) ?? { matches: 0, pages: new Set() };
      all.set(text, known);
      known.matches += count;
      known.pages.add(page.path ?? page.title);
    }
  }
  let left = (maxResultTokens ?? Number.POSITIVE_INFINITY) * LIST_SHARE;
  const texts: FoundText[] = [];
  for (const text of [...all.keys()].sort().slice(offset, offset + limit)) {
    const { matches, pages } = all.get(text) ?? { matches: 0, pages: new Set() };
    const more = pages.size - MAX_PAGES;
    const one = {
      ...{ text, matches, pages: [...pages].slice(0, MAX_PAGES) },
      ...(more > 0 && { morePages: more }),
    };
    left -= estimateTokens(one);
    if (left < 0 && texts.length > 0) break;
    texts.push(one);
  }
  return { texts, shown: texts.length, total: all.size };
}

/** The share of an answer's tokens available for its list. */
const LIST_SHARE = 0.9;

/**
 * An upper bound of the tokens of a JSON value with ids, paths and words; a letter beyond ASCII counts as one token.
 */
function estimateTokens(value: object): number {
  const text = JSON.stringify(value);
  const others = text.replaceAll(/\p{ASCII}/gu, '').length;
  return others + (text.length - others) / 2.4;
}
