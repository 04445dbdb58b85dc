import { blankRanges, type Markdown, type Range } from '@docs-platform-mcp/markdown';
import { mergeRanges } from '../../../text/index.ts';

/**
 * Ranges to remove from a text, in order and without overlaps, together with the liquid blocks that would be empty
 * without them, such as steps.
 */
export function withEmptiedBlocks(text: Markdown, removed: readonly Range[]): Range[] {
  let ranges = united(removed);
  for (;;) {
    const rest = blankRanges(text.text, ranges);
    const grown = united(ranges.map((range) => withEmptied(text, range, rest)));
    // A block may be empty only without several of the blocks in it.
    if (sizeOf(grown) === sizeOf(ranges)) return ranges;
    ranges = grown;
  }
}

/** The outermost block that contains nothing but this range, with the blank lines after it; or else the range. */
function withEmptied({ liquid }: Markdown, range: Range, rest: string): Range {
  let { start, end } = range;
  const innermost = liquid.findLastIndex(
    ({ inner }) => inner.start <= range.start && range.end <= inner.end,
  );
  for (let block = liquid[innermost]; block; block = liquid[block.parent]) {
    const around = rest.slice(block.inner.start, start) + rest.slice(end, block.inner.end);
    if (around.trim() !== '') break;
    ({ start, end } = block);
  }
  if (start === range.start) return range;
  return { start, end: end + (/^(?:[ \t]*\r?\n)*/.exec(rest.slice(end))?.[0].length ?? 0) };
}

function united(ranges: readonly Range[]): Range[] {
  const spans = mergeRanges(ranges.map(({ start, end }) => [start, end]));
  return spans.map(([start, end]) => ({ start, end }));
}

function sizeOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}
