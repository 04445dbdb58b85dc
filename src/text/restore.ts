import { commonLines } from '@docs-platform-mcp/markdown';
import { sanitizeWithCuts } from './sanitize.ts';

/**
 * The edited text with the hidden parts of the original restored in every unedited line, so that reading a text and
 * writing it back loses nothing.
 */
export function restoreHidden({ original, edited }: { original: string; edited: string }): string {
  const { text, cuts } = sanitizeWithCuts(original);
  if (cuts.length === 0) return edited;
  const shown = text.split('\n');
  const written = edited.split('\n');
  const lines = originalLines(original, shown, cuts);
  const result = [...written];
  for (const [line, place] of commonLines(shown, written)) result[place] = lines[line] ?? '';
  return result.join('\n');
}

/** For each visible line, the part of the original that it is left of. */
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
