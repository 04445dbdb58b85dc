import { hiddenRanges } from './hidden.ts';
import { invisibleRanges } from './invisible.ts';
import { knownOf, rangesOf } from './known.ts';
import { markOpenings } from './lookalike.ts';
import { mapItems, mapMembers } from './map-json.ts';
import { cut, merged, type Range } from './ranges.ts';

/** Cutting one thing out may bring another to light; nobody needs more rounds than this. */
const MAX_ROUNDS = 8;

/** Of what can be seen in ASCII, the characters that no hidden part begins with: most texts have no others. */
const BEYOND_PLAIN = /[^\t\n\r\x20-%'-;=-\\^_a-z|]|^---/;

/** The text as its readers see it: without invisible characters and hidden parts, the rest byte for byte. */
export function sanitizeText(text: string): string {
  return knownOf(text)?.text ?? (BEYOND_PLAIN.test(text) ? sanitizeWithCuts(text).text : text);
}

/** The text without invisible characters, hidden markup and all else left in: for sources, which are shown as they are. */
export function stripInvisible(text: string): string {
  return cut(text, invisibleRanges(text));
}

/** The sanitized text, and what was cut out of the original for it. */
export function sanitizeWithCuts(original: string): { text: string; cuts: Range[] } {
  const known = knownOf(original);
  if (known) return { text: known.text, cuts: rangesOf(known) };
  let text = original;
  let cuts: Range[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const invisible = invisibleRanges(text);
    // Nobody can hide markup by putting invisible characters into it.
    const hidden = invisible.length > 0 ? invisible : hiddenRanges(text);
    const found = hidden.length > 0 ? hidden : markOpenings(text);
    if (found.length === 0) break;
    cuts = merged([...cuts, ...inOriginal(found, cuts)]);
    text = cut(original, cuts);
  }
  return { text, cuts };
}

/** Ranges of a text from which earlier ranges were cut, in their order, as ranges of the text before. */
export function inOriginal(ranges: readonly Range[], cuts: readonly Range[]): Range[] {
  let shift = 0;
  let next = 0;
  const place = (offset: number): number => {
    for (; next < cuts.length; next += 1) {
      const [start, end] = cuts[next] as Range;
      if (start - shift > offset) break;
      shift += end - start;
    }
    return offset + shift;
  };
  return ranges.map(([start, end]) => [place(start), place(end - 1) + 1]);
}

/** Sanitizes every string in JSON data; what does not change is shared with the original. */
export function sanitizeDeep<T>(value: T): T {
  return sanitizeValue(value, '') as T;
}

function sanitizeValue(value: unknown, key: string): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapItems(value, sanitizeValue, key, undefined);
  return mapMembers(value as Record<string, unknown>, sanitizeValue, undefined);
}
