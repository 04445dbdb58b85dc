import { hiddenRanges } from './hidden.ts';
import { invisibleRanges } from './invisible.ts';
import { markOpenings } from './lookalike.ts';
import { keepLineBreaks, mergeRanges, type Span, withoutRanges } from './ranges.ts';
import { cachedResult, keepResult, rangesOf } from './sanitized-cache.ts';

/** Removing one thing may reveal another; no legitimate text needs more rounds than this. */
const MAX_ROUNDS = 8;

/** The visible ASCII characters that never begin a hidden part. Most texts consist of these. */
const BEYOND_PLAIN = /[^\t\n\r\x20-#%'-;=-\\^_a-z]|^(?:---|\+\+\+)/;

/** The text as readers see it: without invisible characters and hidden parts, the rest byte for byte. */
export function sanitizeText(text: string): string {
  return cachedResult(text)?.text ?? (BEYOND_PLAIN.test(text) ? sanitizeWithCuts(text).text : text);
}

/**
 * The text as readers see it, with as many lines as before: a hidden part leaves its line breaks. For comparing texts
 * line by line.
 */
export function sanitizeLines(text: string): string {
  const { text: shown, cuts } = sanitizeWithCuts(text);
  return cuts.length === 0 ? shown : keepLineBreaks(text, cuts);
}

/**
 * An excerpt of a sanitized text, or a diff of such texts: removes only what its parts may form together. As a text in
 * its own right it would lose what is visible, such as a tag in a line of code, or a row of a table.
 */
export function sanitizeExcerpt(excerpt: string): string {
  return withoutRanges(
    excerpt,
    mergeRanges([...invisibleRanges(excerpt), ...markOpenings(excerpt)]),
  );
}

/** The text without invisible characters but with hidden markup, for sources, which are shown as they are. */
export function stripInvisible(text: string): string {
  return withoutRanges(text, invisibleRanges(text));
}

/** The sanitized text, and the ranges that were cut out of the original. */
export function sanitizeWithCuts(original: string): { text: string; cuts: Span[] } {
  const known = cachedResult(original);
  if (known) return { text: known.text, cuts: rangesOf(known) };
  let text = original;
  let cuts: Span[] = [];
  let isDone = false;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const invisible = invisibleRanges(text);
    // Invisible characters within markup cannot hide it, and an imitated mark is not markup.
    // But they end no comment and no element that continues for readers.
    const open =
      invisible.length > 0
        ? mergeRanges([...invisible, ...unnamed(text), ...hiddenRanges(text)])
        : markOpenings(text);
    const found = open.length > 0 ? open : hiddenRanges(text);
    isDone = found.length === 0;
    if (isDone) break;
    cuts = mergeRanges([...cuts, ...inOriginal(found, cuts)]);
    text = withoutRanges(original, cuts);
  }
  keepResult(original, text, cuts);
  // What is left of it is often sanitized next.
  if (isDone && cuts.length > 0) keepResult(text, text, []);
  return { text, cuts };
}

/** A link definition, with its title on the same line or the next one. */
const DEFINITION = /^[ \t>]{0,20}\[([^[\]\n]{1,200})\]:[^\n]*(?:\n[ \t]*["'(][^\n]*)?/gm;

/** Definitions whose names are invisible: without these names, they would be visible text. */
function unnamed(text: string): Span[] {
  return [...text.matchAll(DEFINITION)]
    .filter(([, name = '']) => name.trim() !== '' && stripInvisible(name).trim() === '')
    .map(({ 0: match, index }) => [index, index + match.length]);
}

/** Converts ranges of a text to ranges of the original, from which earlier ranges were cut. */
export function inOriginal(ranges: readonly Span[], cuts: readonly Span[]): Span[] {
  let shift = 0;
  let next = 0;
  const place = (offset: number): number => {
    for (; next < cuts.length; next += 1) {
      const [start, end] = cuts[next] as Span;
      if (start - shift > offset) break;
      shift += end - start;
    }
    return offset + shift;
  };
  return ranges.map(([start, end]) => [place(start), place(end - 1) + 1]);
}
