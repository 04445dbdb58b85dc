/** A part of a text: from the first offset up to, not including, the second. */
export interface Range {
  start: number;
  end: number;
}

/** Text in place of a part of another. */
export interface Replacement extends Range {
  text: string;
}

/** The text with each of these parts replaced and nothing else touched. Parts must not overlap; their order is free. */
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

/** The text with spaces in place of these parts, line breaks kept, so that everything else keeps its offset. */
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
