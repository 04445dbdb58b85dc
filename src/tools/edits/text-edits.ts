import { inOriginal, restoreHidden, sanitizeText, sanitizeWithCuts } from '../../text/index.ts';

/** A range of the visible text, and its replacement. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * Applies edits to the visible text and nowhere else: hidden parts stay in place, unless they are in the middle of a
 * changed line. Edits are in order, do not overlap, and each replace something.
 */
export function applyTextEdits(original: string, edits: readonly TextEdit[]): string {
  const { text: shown, cuts } = sanitizeWithCuts(original);
  const narrow = edits.map((edit) => trimUnchanged(edit, shown));
  const places = inOriginal(
    narrow.map(({ start, end }) => [start, end]),
    cuts,
  );
  let text = '';
  let done = 0;
  for (const [index, [start, end]] of places.entries()) {
    const edit = narrow[index] as TextEdit;
    const replaced = original.slice(start, end);
    const isAlike = sanitizeText(replaced) === shown.slice(edit.start, edit.end);
    text += original.slice(done, start);
    text += isAlike ? restoreHidden({ original: replaced, edited: edit.text }) : edit.text;
    done = end;
  }
  return text + original.slice(done);
}

/** The edit without the unchanged beginning and end, of at least one character. */
function trimUnchanged({ start, end, text }: TextEdit, shown: string): TextEdit {
  const most = Math.min(end - start - 1, text.length);
  let before = 0;
  while (before < most && shown[start + before] === text[before]) before += 1;
  let after = 0;
  while (after < most - before && shown[end - 1 - after] === text[text.length - 1 - after]) {
    after += 1;
  }
  return {
    start: start + before,
    end: end - after,
    text: text.slice(before, text.length - after),
  };
}

/**
 * The edit without line breaks that only the replaced text or the new one ends with: they would join a line with the
 * next, cut a table in two, or add to a blank line. An edit of line breaks alone stays as it is.
 */
export function withoutStrayBreaks(edit: TextEdit, shown: string): TextEdit {
  const { start, end, text } = edit;
  const replaced = shown.slice(start, end);
  const [lines = '', others = ''] = [replaced, text].map(withoutLastBreaks);
  if (lines === others || lines === '' || others === '') return edit;
  if (replaced.endsWith('\n')) {
    return /\s$/.test(text) ? edit : { ...edit, end: start + lines.length };
  }
  const isNeedless = text.endsWith('\n') && goesOn(others, shown, end);
  return isNeedless ? { ...edit, text: others } : edit;
}

const OPENING_TAG = /^[ \t]*(?:\{%-?[ \t]*(?!end)\w[^\n]*%\}|<\w[^<>\n]*>)$/;

/**
 * The edit that removes whole lines, with the line breaks on one side of them: what remains would be cut in two by an
 * empty line, or have too many of them. Any other edit stays as it is.
 */
export function withoutGap(edit: TextEdit, shown: string): TextEdit {
  if (edit.text.trim() !== '') return edit;
  const from = shown.lastIndexOf('\n', edit.start - 1) + 1;
  const start = shown.slice(from, edit.start).trim() === '' ? from : edit.start;
  const end = edit.start + withoutLastBreaks(shown.slice(edit.start, edit.end)).length;
  const isWhole = start === from && end > start && (end === shown.length || shown[end] === '\n');
  if (!isWhole) return edit;
  const before = start === 0 ? 0 : shown.slice(0, start).trimEnd().length;
  const after = end + (/^\s*(?:\n|$)/.exec(shown.slice(end))?.[0].length ?? 0);
  if (after === shown.length) return { start: before, end: after, text: before > 0 ? '\n' : '' };
  const [above, below] = [shown.slice(before, start), shown.slice(end, after)].map(linesIn);
  const line = shown.slice(
    Math.max(shown.lastIndexOf('\n', before - 1) + 1, before - MAX_START),
    before,
  );
  const isFirst = before === 0 || OPENING_TAG.test(line) || (above ?? 0) >= (below ?? 0);
  const closes = /^[ \t]*(?:\{%-?\s*end|<\/)/.test(shown.slice(after, after + MAX_START));
  return isFirst && !(closes && before > 0)
    ? { start, end: after, text: '' }
    : { start: before, end, text: '' };
}

function linesIn(gap: string): number {
  return gap.split('\n').length;
}

/** Characters of a line that show how it begins. */
const MAX_START = 200;

/** Whether a blank line, nothing or, below a row, another row follows at the end of a line. */
function goesOn(text: string, shown: string, end: number): boolean {
  if (end === shown.length) return true;
  if (shown[end] !== '\n') return false;
  const last = text.slice(text.lastIndexOf('\n') + 1);
  const [next = ''] = shown.slice(end + 1, end + 1 + MAX_START).split('\n', 1);
  return next.trim() === '' || (isRow(last) && isRow(next));
}

function isRow(line: string): boolean {
  return line.trimStart().startsWith('|');
}

function withoutLastBreaks(text: string): string {
  return text.replace(/(?<!\n)\n+$/, '');
}
