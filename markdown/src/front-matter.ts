import type { Range } from './range.ts';

/** The metadata block before the text of a page. */
export interface FrontMatter extends Range {
  /** The range of the lines between its two fences. */
  inner: Range;
}

const OPENING = /---[ \t]*\r?\n/y;
const CLOSING = /(?:^|\n)---[ \t]*(?:\r?\n|$)/g;

/** The first line that is neither blank nor a comment, of a mapping: `key: value`, `? key` or `{key: value}`. */
const MEMBER = /^(?:"[^"\n]*"|'[^'\n]*'|[^\s:#>*+`|[\]{}"'-][^:\n]{0,80}):(?:\s|$)|^\?\s|^\{/;

/**
 * The front matter at the beginning of a text; it ends with its last line. Text between two rules is not front matter,
 * which is empty or begins with a member.
 */
export function frontMatterOf(text: string): FrontMatter | undefined {
  OPENING.lastIndex = 0;
  const opening = OPENING.exec(text)?.[0].length;
  if (opening === undefined) return undefined;
  CLOSING.lastIndex = opening - 1;
  const closing = CLOSING.exec(text);
  if (!closing) return undefined;
  const innerEnd = Math.max(opening, closing.index + 1);
  if (!isMapping(text.slice(opening, innerEnd))) return undefined;
  const end = closing.index + closing[0].length;
  return { start: 0, end, inner: { start: opening, end: innerEnd } };
}

function isMapping(inner: string): boolean {
  if (inner === '') return true;
  const first = inner.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'));
  return first !== undefined && MEMBER.test(first);
}
