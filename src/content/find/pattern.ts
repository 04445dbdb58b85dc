import { isWithinWord } from '@docs-platform-mcp/markdown';
import { RE2JS, RE2JSException } from 're2js';
import { asGiven } from '../../text/as-given.ts';
import { anyConfusable } from '../../text/index.ts';
import { turns } from '../../turns.ts';

/** The pattern of a caller. */
export interface PatternInput {
  text: string;
  /** Literal `text`, whole `words`, or a `regex` within a line. */
  match: 'text' | 'words' | 'regex';
  ignoreCase: boolean;
  /** Whether all kinds of quotation marks, of dashes and of spaces are equal; for a text or words with a letter or digit. */
  isLoose?: boolean;
}

/** A match within a text. */
export interface TextMatch {
  /** Offsets in the text; `end` is exclusive. */
  start: number;
  end: number;
  /** The whole match and the groups of a regular expression, by number. */
  groups: readonly (string | undefined)[];
  /** Whether it matches what readers see, and not what is written. */
  isDecoded?: boolean;
  /** Whether it has other quotation marks, dashes or spaces than the pattern. */
  isLoose?: true;
}

/** The pattern is invalid; the message says why. */
export class PatternError extends Error {}

export interface Pattern {
  /** Finds all non-overlapping matches of a text. Yields to other work while it searches. */
  find(text: string): Promise<Matches>;
  /** The end of a page that the expression matches, if it matches nothing else. */
  readonly anchor?: 'start' | 'end';
  /** Whether it can match a backslash or an ampersand, with which markdown writes other characters. */
  readonly isOfSource: boolean;
  /** Names of the groups of a regular expression, with their numbers. */
  readonly names: Readonly<Record<string, number>>;
  /** The number of its groups. */
  readonly groupCount: number;
}

export interface Matches {
  matches: TextMatch[];
  /** Lines that are too long for a regular expression, counted from 1. */
  linesLeftOut: number[];
}

const MAX_SLICE = 65_536;
const MAX_LINE = 262_144;

/**
 * Prepares a search.
 * @throws {PatternError} if the regular expression is invalid or matches only empty text.
 */
export function patternOf(input: PatternInput): Pattern {
  return input.match === 'regex'
    ? (anchorOf(input.text) ?? regexPattern(input))
    : literalPattern(input);
}

const WORD = /[\p{L}\p{N}]/u;

/** A literal, as it is or with any quotation marks, dashes and spaces in place of its own. */
function literalPattern(input: PatternInput): Pattern {
  const { text: needle, ignoreCase, isLoose = false } = input;
  const plain = { names: {}, groupCount: 0, isOfSource: /[\\&]/.test(needle) };
  const source = escaped(needle);
  const loose = isLoose && WORD.test(needle) ? anyConfusable(source) : source;
  if (loose === source) return { ...plain, find: (text) => findLiteral(input, source, text) };
  const exact = new RegExp(`^${source}$`, ignoreCase ? 'iu' : 'u');
  return {
    ...plain,
    async find(text) {
      const { matches, linesLeftOut } = await findLiteral(input, loose, text);
      for (const match of matches) {
        if (!exact.test(match.groups[0] ?? '')) match.isLoose = true;
      }
      return { matches, linesLeftOut };
    },
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Searches for a literal in slices, because the worst case grows with text length times literal length. */
async function findLiteral(
  { text: needle, match, ignoreCase }: PatternInput,
  source: string,
  text: string,
): Promise<Matches> {
  const flags = ignoreCase ? 'giu' : 'gu';
  const pause = turns();
  const matches: TextMatch[] = [];
  for (let from = 0; from < text.length; ) {
    const to = sliceEnd(text, from);
    const looked = new RegExp(source, flags);
    looked.lastIndex = from;
    const upTo = text.slice(0, Math.min(text.length, to + needle.length * 2));
    let next = to;
    for (let found = looked.exec(upTo); found; found = looked.exec(upTo)) {
      const start = found.index;
      if (start >= to) break;
      const end = start + found[0].length;
      if (match !== 'words' || standsAlone(text, start, end)) {
        matches.push({ start, end, groups: [found[0]] });
        next = Math.max(next, end);
      } else looked.lastIndex = start + 1;
    }
    from = next;
    await pause();
  }
  return { matches, linesLeftOut: [] };
}

const ANCHORS = { start: /^\\A(?:\\[sn]\*)?$/, end: /^(?:\\[sn]\*)?\\[zZ]$/ };

/** The beginning or the end of a whole page, which has no text that could match. */
function anchorOf(source: string): Pattern | undefined {
  const anchor = (['start', 'end'] as const).find((place) => ANCHORS[place].test(source));
  const find = async () => ({ matches: [], linesLeftOut: [] });
  return anchor && { anchor, names: {}, groupCount: 0, isOfSource: false, find };
}

function regexPattern({ text: source, ignoreCase }: PatternInput): Pattern {
  const compiled = compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return {
    names: compiled.namedGroups(),
    groupCount: compiled.groupCount(),
    isOfSource: /\\\\|&/.test(source),
    async find(text) {
      const pause = turns();
      const matches: TextMatch[] = [];
      const linesLeftOut: number[] = [];
      let start = 0;
      for (let line = 1; start <= text.length; line += 1) {
        const found = text.indexOf('\n', start);
        const end = found === -1 ? text.length : found;
        if (end - start > MAX_LINE) linesLeftOut.push(line);
        else {
          for (const match of matchesOf(compiled, text.slice(start, end), start))
            matches.push(match);
        }
        start = end + 1;
        await pause();
      }
      return { matches, linesLeftOut };
    },
  };
}

function matchesOf(compiled: RE2JS, line: string, offset: number): TextMatch[] {
  const matches: TextMatch[] = [];
  const matcher = compiled.matcher(line);
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (start === end) continue;
    const groups = Array.from(
      { length: matcher.groupCount() + 1 },
      (_, group) => matcher.group(group) ?? undefined,
    );
    matches.push({ start: start + offset, end: end + offset, groups });
  }
  return matches;
}

function compile(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new PatternError(
      `${asGiven(source)} is not a valid RE2 expression (${error.message}); it has no look-around and no back references`,
    );
  }
}

function standsAlone(text: string, start: number, end: number): boolean {
  return !(isWithin(text, start, 'start') || isWithin(text, end, 'end'));
}

function isWithin(text: string, at: number, is: 'start' | 'end'): boolean {
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
  const [after = ''] = text.slice(at, at + 2);
  return isWithinWord(before, after, is);
}

/**
 * The end of the slice that starts here: the end of a line if there is one, so that most matches lie within one
 * slice.
 */
function sliceEnd(text: string, from: number): number {
  if (text.length - from <= MAX_SLICE) return text.length;
  const line = text.lastIndexOf('\n', from + MAX_SLICE);
  return line > from ? line + 1 : from + MAX_SLICE;
}
