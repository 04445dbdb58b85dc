import { commonLines } from '@docs-platform-mcp/markdown';
import { isMarkOpening } from './lookalike.ts';
import { sanitizeWithCuts } from './sanitize.ts';

/** Characters after the beginning of an imitated mark by which it is found again. */
const MARK_LENGTH = 12;

/**
 * The edited text with the hidden parts of the original restored in every unedited line, so that reading a text and
 * writing it back loses nothing. Edited lines, too, get back the beginnings of text that imitates the marks, which were
 * removed for reading only.
 */
export function restoreHidden({ original, edited }: { original: string; edited: string }): string {
  const { text, cuts } = sanitizeWithCuts(original);
  if (cuts.length === 0) return edited;
  const shown = text.split('\n');
  const written = edited.split('\n');
  const lines = originalLines(original, shown, cuts);
  const result: string[] = [];
  let [from, to] = [0, 0];
  for (const [line, place] of [...commonLines(shown, written), [shown.length, written.length]]) {
    if (line === undefined || place === undefined) continue;
    const changed = written.slice(to, place);
    const reopened = withOpenings(lines.slice(from, line).join('\n'), changed.join('\n'));
    if (changed.length > 0) result.push(reopened);
    if (place < written.length) result.push(lines[line] ?? '');
    [from, to] = [line + 1, place + 1];
  }
  return result.join('\n');
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
    if (at === -1) continue;
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
): string[] {
  const lines: string[] = [];
  let start = 0;
  let offset = 0;
  let shift = 0;
  let next = 0;
  for (const line of shown) {
    offset += line.length;
    for (; next < cuts.length; next += 1) {
      const [from, to] = cuts[next] as [number, number];
      if (from - shift > offset) break;
      shift += to - from;
    }
    const last = lines.length === shown.length - 1;
    const end = last ? original.length : offset + shift;
    lines.push(original.slice(start, end));
    start = end + 1;
    offset += 1;
  }
  return lines;
}
