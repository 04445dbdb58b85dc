/** A range of a text: start offset, and exclusive end offset. */
export interface Range {
  start: number;
  end: number;
}

/** Replacement text for a range. */
export interface Replacement extends Range {
  text: string;
}

/** The text with each of these ranges replaced. Ranges must not overlap and may be in any order. */
export function replaceRanges(text: string, replacements: readonly Replacement[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, text: piece } of [...replacements].sort((a, b) => a.start - b.start)) {
    if (start < done || end < start || end > text.length) {
      throw new RangeError(`The part ${start} to ${end} overlaps another or leaves the text.`);
    }
    pieces.push(text.slice(done, start), piece);
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

/** The text with these ranges replaced by spaces, except for line breaks, so that all offsets stay the same. */
export function blankRanges(text: string, ranges: readonly Range[]): string {
  return replaceRanges(
    text,
    ranges.map(({ start, end }) => ({
      start,
      end,
      text: text.slice(start, end).replaceAll(/[^\n]/g, ' '),
    })),
  );
}
