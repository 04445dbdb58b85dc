/** A range of a text: start offset, and exclusive end offset. */
export type Span = [start: number, end: number];

/** The ranges in order, with overlaps merged. */
export function mergeRanges(ranges: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

/** Whether a range is within one of these, which are in order and do not overlap. */
export function isWithinSpans(ranges: readonly Span[]) {
  return ({ start, end }: { start: number; end: number }): boolean =>
    (firstEndingAt(ranges, end)?.[0] ?? Number.POSITIVE_INFINITY) <= start;
}

/** Whether a range has a character in common with one of these, which are in order and do not overlap. */
export function overlapsSpans(ranges: readonly Span[]) {
  return ({ start, end }: { start: number; end: number }): boolean =>
    (firstEndingAt(ranges, start + 1)?.[0] ?? Number.POSITIVE_INFINITY) < end;
}

/** The first of these ranges that ends at an offset or later. */
function firstEndingAt(ranges: readonly Span[], offset: number): Span | undefined {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as Span)[1] < offset) low = middle + 1;
    else high = middle;
  }
  return ranges[low];
}

/** The text without these ranges, which are in order and do not overlap. */
export function withoutRanges(text: string, ranges: readonly Span[]): string {
  return replaceRanges(text, ranges, () => '');
}

/** The text with these ranges replaced by spaces, so that all offsets stay the same. */
export function blank(text: string, ranges: readonly Span[]): string {
  return replaceRanges(text, ranges, (length) => ' '.repeat(length));
}

/** The text without these ranges but with their line breaks. */
export function keepLineBreaks(text: string, ranges: readonly Span[]): string {
  return replaceRanges(text, ranges, (_, part) => '\n'.repeat(part.split('\n').length - 1));
}

function replaceRanges(
  text: string,
  ranges: readonly Span[],
  replacement: (length: number, part: string) => string,
): string {
  let result = '';
  let done = 0;
  for (const [start, end] of ranges) {
    result += text.slice(done, start) + replacement(end - start, text.slice(start, end));
    done = end;
  }
  return result + text.slice(done);
}

/** Whether only white space and the marks of quotes and lists are before an offset in its line. */
export function isAtLineStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 80), at);
  return /^[\s>*+-]*$/.test(before.slice(before.lastIndexOf('\n') + 1));
}
