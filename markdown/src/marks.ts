import type { Cursor } from './containers.ts';
import { charge } from './meter.ts';
import type { Range } from './range.ts';

/** The fence of a block of code or of a formula, and the info string of code. */
export interface CodeFence {
  mark: string;
  length: number;
  info: string;
}

const ATX = /#{1,6}(?=[ \t\r]|$)/my;
const FENCE = /`{3,}|~{3,}|\${2,}/y;
const FORMULA_END = /^[ \t>]*\${2,}[ \t\r]*$/;
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

export function openFence(text: string, { at, end }: Cursor): CodeFence | undefined {
  const mark = text.charAt(at);
  if (mark !== '`' && mark !== '~' && mark !== '$') return undefined;
  FENCE.lastIndex = at;
  const length = FENCE.exec(text)?.[0].length;
  if (length === undefined) return undefined;
  const info = text.slice(at + length, end).trim();
  charge(end - at);
  if (mark === '$') return info === '' ? { mark, length, info } : undefined;
  return mark === '`' && info.includes('`') ? undefined : { mark, length, info };
}

/** Start of the last line that may close a formula; -1 if there is none. */
export function lastFormulaEnd(text: string): number {
  for (let at = text.length; ; ) {
    at = at > 0 ? text.lastIndexOf('$$', at - 1) : -1;
    if (at < 0) return -1;
    const start = text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', at);
    const line = text.slice(start, end < 0 ? undefined : end);
    charge(line.length);
    if (FORMULA_END.test(line)) return start;
    at = start;
  }
}

/** Whether the line at the cursor closes a fence. */
export function closesFence(text: string, cursor: Cursor, { mark, length }: CodeFence): boolean {
  const line = text.slice(cursor.at, cursor.end);
  charge(line.length);
  const marks = line.trim();
  const indent = line.length - line.trimStart().length;
  if (indent > 3 || marks.length < length || marks.charAt(0) !== mark) return false;
  for (let at = 0; at < marks.length; at += 1) if (marks.charAt(at) !== mark) return false;
  return true;
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
