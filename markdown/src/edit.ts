import { type Range, replaceRanges } from './range.ts';
import type { Section } from './sections.ts';

const BLANK_LINE = /\n[ \t]*\r?\n/;
const ENDS_PARAGRAPH = /^[ \t]{0,3}(?:#|\{%|<)/;

/** The text with one range replaced. */
export function replaceRange(text: string, { start, end }: Range, replacement: string): string {
  return replaceRanges(text, [{ start, end, text: replacement }]);
}

/**
 * The text with a section replaced, including its heading. The white space before the next section stays. A blank
 * line is inserted only if the new text would run into a following paragraph.
 */
export function replaceSection(text: string, section: Section, markdown: string): string {
  const end = endOfLine(text, section.contentEnd);
  const replacement = markdown.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
  const gap = text.slice(end, section.end);
  const isApart =
    section.end === text.length ||
    BLANK_LINE.test(gap) ||
    ENDS_PARAGRAPH.test(text.slice(section.end, section.end + 6));
  return replaceRange(
    text,
    { start: section.start, end },
    isApart ? replacement : `${replacement}\n`,
  );
}

/** The offset after the spaces that follow the last word of a line. */
export function endOfLine(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === ' ' || text.charAt(end) === '\t') end += 1;
  return end === text.length || /[\r\n]/.test(text.charAt(end)) ? end : at;
}

/** The non-overlapping occurrences of a string in a text. */
export function occurrencesOf(
  text: string,
  searched: string,
  within: Range = { start: 0, end: text.length },
): Range[] {
  const found: Range[] = [];
  if (searched === '') return found;
  for (
    let at = text.indexOf(searched, within.start);
    at !== -1 && at + searched.length <= within.end;
  ) {
    found.push({ start: at, end: at + searched.length });
    at = text.indexOf(searched, at + searched.length);
  }
  return found;
}

/** The text with these occurrences of a string replaced. */
export function replaceText(
  text: string,
  occurrences: readonly Range[],
  replacement: string,
): string {
  return replaceRanges(
    text,
    occurrences.map((range) => ({ start: range.start, end: range.end, text: replacement })),
  );
}
