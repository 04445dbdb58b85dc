import type { Cursor } from './containers.ts';
import { charge } from './meter.ts';
import type { Range } from './range.ts';

const ATX = /#{1,6}(?=[ \t\r]|$)/my;
const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

/** The heading marker at the cursor, and the range of the heading's text. */
export function headingMark(
  text: string,
  { at, end }: Cursor,
): { depth: number; content: Range } | undefined {
  if (text.charAt(at) !== '#') return undefined;
  ATX.lastIndex = at;
  const mark = ATX.exec(text)?.[0];
  if (mark === undefined) return undefined;
  let start = at + mark.length;
  while (start < end && isBlank(text, start)) start += 1;
  let last = end;
  while (last > start && isBlank(text, last - 1)) last -= 1;
  let hashes = last;
  while (hashes > start && text.charAt(hashes - 1) === '#') hashes -= 1;
  if (hashes < last && (hashes === start || isBlank(text, hashes - 1))) {
    last = hashes;
    while (last > start && isBlank(text, last - 1)) last -= 1;
  }
  charge(end - at);
  return { depth: mark.length, content: { start, end: last } };
}

/** Whether the line at the cursor turns the paragraph above it into a heading. */
export function isUnderline(text: string, { at, end }: Cursor): boolean {
  const first = text.charAt(at);
  return (first === '=' || first === '-') && test(UNDERLINE, text, at, end);
}

export function isRule(text: string, { at, end }: Cursor): boolean {
  return '*-_'.includes(text.charAt(at)) && test(RULE, text, at, end);
}

/** Whether the line at the cursor turns the single line above it into the header of a table. */
export function isDelimiterRow(text: string, header: Range, { at, end }: Cursor): boolean {
  if (!'|:-'.includes(text.charAt(at))) return false;
  const hasCells =
    text.slice(at, end).includes('|') || text.slice(header.start, header.end).includes('|');
  return hasCells && test(DELIMITERS, text, at, end);
}

function test(pattern: RegExp, text: string, start: number, end: number): boolean {
  charge(end - start);
  return pattern.test(text.slice(start, end));
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || code === 9;
}
