import type { Range } from './range.ts';

/** The metadata block before the text of a page. */
export interface FrontMatter extends Range {
  /** The range of the lines between its two fences. */
  inner: Range;
}

const OPENING = /---[ \t]*\r?\n/y;
const CLOSING = /(?:^|\n)---[ \t]*(?:\r?\n|$)/g;

/** The front matter at the beginning of a text; it ends with its last line. */
export function frontMatterOf(text: string): FrontMatter | undefined {
  OPENING.lastIndex = 0;
  const opening = OPENING.exec(text)?.[0].length;
  if (opening === undefined) return undefined;
  CLOSING.lastIndex = opening - 1;
  const closing = CLOSING.exec(text);
  if (!closing) return undefined;
  const innerEnd = Math.max(opening, closing.index + 1);
  const end = closing.index + closing[0].length;
  return { start: 0, end, inner: { start: opening, end: innerEnd } };
}
