import { commonLines } from '@docs-platform-mcp/markdown';
import { isMarkOpening } from './lookalike.ts';
import { type Span, withoutRanges } from './ranges.ts';
import { sanitizeWithCuts } from './sanitize.ts';

/** Characters after the beginning of an imitated mark by which it is found again. */
const MARK_LENGTH = 12;

/** A line of the original, with the parts that its readers do not see. */
interface Line {
  whole: string;
  shown: string;
  hidden: { text: string; at: number }[];
}

/**
 * The edited text with the hidden parts of the original restored, except where the text around them was edited, so that
 * reading a text and writing it back loses nothing. Edited parts, too, get back the beginnings of text that imitates the
 * marks, which were removed for reading only.
 */
export function restoreHidden({ original, edited }: { original: string; edited: string }): string {
  const cuts = absentCuts(original, edited);
  if (cuts.length === 0) return edited;
  const shown = withoutRanges(original, cuts).split('\n');
  const written = edited.split('\n');
  const lines = originalLines(original, shown, cuts);
  const result: string[] = [];
  let [from, to] = [0, 0];
  for (const [line, place] of [...commonLines(shown, written), [shown.length, written.length]]) {
    if (line === undefined || place === undefined) continue;
    const changed = written.slice(to, place);
    if (changed.length > 0) result.push(restoredLines(lines.slice(from, line), changed));
    if (place < written.length) result.push(lines[line]?.whole ?? '');
    [from, to] = [line + 1, place + 1];
  }
  return result.join('\n');
}

/** The hidden parts of the original that the edited text lacks: its author may have read the source. */
function absentCuts(original: string, edited: string): readonly Span[] {
  const { text, cuts } = sanitizeWithCuts(original);
  if (cuts.length === 0) return cuts;
  const given = hiddenParts(edited);
  // What was shown may look like a hidden part, too.
  for (const [part, count] of hiddenParts(text)) given.set(part, (given.get(part) ?? 0) - count);
  return cuts.filter(([start, end]) => {
    const part = comparable(original.slice(start, end));
    const count = given.get(part) ?? 0;
    if (count > 0) given.set(part, count - 1);
    return count === 0;
  });
}

/** How often a text has each hidden part. */
function hiddenParts(text: string): Map<string, number> {
  const parts = new Map<string, number>();
  for (const [start, end] of sanitizeWithCuts(text).cuts) {
    const part = comparable(text.slice(start, end));
    parts.set(part, (parts.get(part) ?? 0) + 1);
  }
  return parts;
}

function comparable(part: string): string {
  return part.replaceAll('\r\n', '\n').trim();
}

/** Edited lines with the hidden parts of the originals. */
function restoredLines(originals: readonly Line[], edited: readonly string[]): string {
  const arePairs =
    originals.length === edited.length &&
    !originals.some(({ hidden }) => hidden.some(({ text }) => isMarkOpening(text)));
  if (arePairs) return originals.map((line, at) => restoredLine(line, edited[at] ?? '')).join('\n');
  return withOpenings(originals.map(({ whole }) => whole).join('\n'), edited.join('\n'));
}

/** An edited line with the hidden parts that stand before or behind the edited words. */
function restoredLine({ shown, hidden }: Line, edited: string): string {
  const shorter = Math.min(shown.length, edited.length);
  let before = 0;
  while (before < shorter && shown[before] === edited[before]) before += 1;
  let behind = 0;
  while (behind < shorter - before && shown.at(-1 - behind) === edited.at(-1 - behind)) behind += 1;
  const added = edited.length - shown.length;
  let result = '';
  let done = 0;
  for (const { text, at } of hidden) {
    const isBefore = before > 0 && at <= before;
    if (!isBefore && (behind === 0 || at < shown.length - behind)) continue;
    const place = isBefore ? at : at + added;
    result += edited.slice(done, place) + text;
    done = place;
  }
  return result + edited.slice(done);
}

/** An edited text with the original's beginnings of imitated marks, wherever the rest of them is still there. */
function withOpenings(original: string, edited: string): string {
  const { text, cuts } = sanitizeWithCuts(original);
  let result = '';
  let done = 0;
  let shift = 0;
  for (const [start, end] of cuts) {
    const opening = original.slice(start, end);
    const rest = text.slice(start - shift, start - shift + MARK_LENGTH);
    shift += end - start;
    const at = isMarkOpening(opening) ? edited.indexOf(rest, done) : -1;
    if (at === -1 || edited.endsWith(opening, at)) continue;
    result += edited.slice(done, at) + opening;
    done = at;
  }
  return result + edited.slice(done);
}

/** For each visible line, the part of the original that it comes from. */
function originalLines(
  original: string,
  shown: readonly string[],
  cuts: readonly [number, number][],
): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let offset = 0;
  let shift = 0;
  let next = 0;
  for (const line of shown) {
    const hidden: Line['hidden'] = [];
    const first = offset;
    offset += line.length;
    for (; next < cuts.length; next += 1) {
      const [from, to] = cuts[next] as [number, number];
      if (from - shift > offset) break;
      hidden.push({ text: original.slice(from, to), at: from - shift - first });
      shift += to - from;
    }
    const last = lines.length === shown.length - 1;
    const end = last ? original.length : offset + shift;
    lines.push({ whole: original.slice(start, end), shown: line, hidden });
    start = end + 1;
    offset += 1;
  }
  return lines;
}
