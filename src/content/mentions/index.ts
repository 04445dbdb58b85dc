import { sanitizeText } from '../../text/index.ts';
import { turns } from '../../turns.ts';
import { type HeadingLine, headingLines } from '../find/outline.ts';
import type { Clues, NameWithValues } from './clues.ts';
import { factFinder } from './facts.ts';
import { PathMentions } from './paths.ts';

export { type Clues, cluesOf } from './clues.ts';

/** A line that mentions a change. */
export interface MentionLine {
  /** Counted from 1, in the text as `get_page` returns it. */
  line: number;
  /** The nearest heading above. */
  heading?: string;
  text: string;
}

/** The mentions of changes on a page. */
export interface Mentions {
  /** The names that it contains, the most specific first. Empty if it contains only ordinary words. */
  mentions: string[];
  /** The lines most likely to have to change first, at most 20. */
  lines: MentionLine[];
  /** The number of all lines. */
  count: number;
  /** The blocks of the platform that show a changed operation: method in lower case and path, `get /orders`. */
  shows: string[];
  /** How specific the page is; higher is more. */
  weight: number;
}

const MAX_LINES = 20;
const MAX_SHOWN = 240;
const MAX_WORD = 200;
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu;
const CODE = /`[^`]+`|<code>[^<]*<\/code>/g;
const SHOWN_OPERATION = /^\s*\{% *(?:openapi|openapi-operation|swagger) /;
const METHOD = /\bmethod="(\w{1,20})"/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;

/** How specific a mention is: a word in code, near others; the API; a former value; a word with its value; a name or a path. */
const WEIGHT = { near: 1, title: 1, fact: 1, value: 2, name: 3 };

interface WeighedLine {
  line: number;
  text: string;
  weight: number;
  /** How likely it has to change: 2 if it states a former value, 1 if it names a changed field. */
  stake: number;
  names: string[];
  /** Ordinary words in code: they count if the section is about the API. */
  words: string[];
}

/** The mentions of changes on each of some pages; undefined for a page without any of their names. */
export async function findMentions({
  pages,
  clues,
}: {
  pages: readonly { markdown: string | undefined }[];
  clues: Clues;
}): Promise<(Mentions | undefined)[]> {
  const pause = turns();
  const weigh = weigher(clues);
  const found: (Mentions | undefined)[] = [];
  for (const { markdown } of pages) {
    const lines = sanitizeText(markdown ?? '').split('\n');
    let isFenced = false;
    const weighed: WeighedLine[] = [];
    for (const [index, text] of lines.entries()) {
      const isFence = FENCE.test(text);
      if (isFence) isFenced = !isFenced;
      const result = isFence ? undefined : weigh(text, isFenced);
      if (result) weighed.push({ line: index + 1, text, ...result });
      await pause();
    }
    found.push(mentionsIn(weighed, headingLines(lines)));
  }
  return found;
}

function mentionsIn(
  weighed: readonly WeighedLine[],
  headings: readonly HeadingLine[],
): Mentions | undefined {
  if (weighed.length === 0) return undefined;
  const above = new Map<WeighedLine, HeadingLine | undefined>();
  let next = 0;
  for (const one of weighed) {
    while ((headings[next]?.line ?? Number.POSITIVE_INFINITY) <= one.line) next += 1;
    above.set(one, headings[next - 1]);
  }
  const headingOf = (one: WeighedLine) => above.get(one);
  const relevant = new Set(weighed.filter(({ weight }) => weight > 0).map(headingOf));
  const lines = weighed
    .map(
      (line): WeighedLine =>
        line.weight === 0 && line.words.length > 0 && relevant.has(headingOf(line))
          ? { ...line, weight: WEIGHT.near, stake: 1, names: line.words }
          : line,
    )
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.line - other.line);
  const shown = [...lines].sort((one, other) => other.stake - one.stake).slice(0, MAX_LINES);
  return {
    mentions: [...new Set(lines.flatMap(({ names }) => names))],
    lines: shown.map((line) => {
      const heading = headings.findLast((one) => one.line <= line.line)?.heading;
      return {
        line: line.line,
        ...(heading !== undefined && { heading }),
        text: excerpt(line.text, line.names),
      };
    }),
    count: lines.length,
    shows: lines.flatMap(({ text, names }) => {
      if (!SHOWN_OPERATION.test(text)) return [];
      const method = METHOD.exec(text)?.[1] ?? '';
      return names
        .filter((name) => name.startsWith('/'))
        .map((path) => `${method.toLowerCase()} ${path}`);
    }),
    weight: lines[0]?.weight ?? 0,
  };
}

function weigher({ subjects, names, words, paths, titles, servers, facts }: Clues) {
  const distinct = valuesByName(names);
  const ordinary = valuesByName(words);
  const isSubject = new Set(subjects);
  const inText = new PathMentions(paths, servers);
  const stated = factFinder(facts);
  return (text: string, isFenced: boolean) => {
    const words = new Set(wordsIn(text));
    const title = titles.find((one) => text.includes(one));
    const isOutdated = (values: readonly string[] = []) => values.some((value) => words.has(value));
    const named = [...words].filter((word) => distinct.has(word));
    const specific = [...inText.in(text), ...named];
    const plain = [...words].filter((word) => ordinary.has(word));
    const withValue = plain.filter((word) => isOutdated(ordinary.get(word)));
    const code = isFenced ? plain : codeWordsIn(text).filter((word) => ordinary.has(word));
    const isAbout = specific.length > 0 || title !== undefined;
    const former = stated(text);
    const found = [
      ...specific,
      ...withValue,
      ...(isAbout ? code : []),
      ...(title ? [title] : []),
      ...former,
    ];
    if (found.length + plain.length === 0) return undefined;
    const weight =
      (specific.length > 0 ? WEIGHT.name : 0) +
      (withValue.length > 0 ? WEIGHT.value : 0) +
      (title === undefined ? 0 : WEIGHT.title) +
      (former.length > 0 ? WEIGHT.fact : 0) +
      (isAbout && code.length > 0 ? WEIGHT.near : 0);
    const isStated =
      former.length + withValue.length > 0 || named.some((word) => isOutdated(distinct.get(word)));
    const isField = code.length > 0 || named.some((word) => !isSubject.has(word));
    const stake = isStated ? 2 : Number(isField);
    return { weight, stake, names: [...new Set(found)], words: isFenced ? [] : code };
  };
}

function valuesByName(named: readonly NameWithValues[]): Map<string, string[]> {
  return new Map(named.map(({ name, values }) => [name, values]));
}

/** The words of a line without punctuation at their end. */
function wordsIn(text: string): string[] {
  const words = (text.match(WORD) ?? [])
    .filter(({ length }) => length <= MAX_WORD)
    .map((word) => word.replace(/(?<![.-])[.-]+$/, ''));
  return [...words, ...(text.match(/\d{1,3}(?:,\d{3})+/g) ?? [])];
}

function codeWordsIn(text: string): string[] {
  return (text.match(CODE) ?? []).flatMap(wordsIn);
}

/** A line, or the part of a long one around the first of these names. */
function excerpt(line: string, names: readonly string[]): string {
  if (line.length <= MAX_SHOWN) return line.trim();
  const at = Math.min(...names.map((name) => line.indexOf(name)).filter((index) => index >= 0));
  const from = Number.isFinite(at) ? Math.max(0, Math.min(at - 60, line.length - MAX_SHOWN)) : 0;
  const to = from + MAX_SHOWN;
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}
