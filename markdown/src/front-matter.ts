import type { Range } from './range.ts';

/** What a page says of itself before its text. */
export interface FrontMatter extends Range {
  /** Its lines between the two rules. */
  inner: Range;
}

const OPENING = /---[ \t]*\r?\n/y;
const CLOSING = /(?:^|\n)---[ \t]*(?:\r?\n|$)/g;

/** The front matter that a text begins with. Its end is that of its last line. */
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
