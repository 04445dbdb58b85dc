/** Marks in the words of HTML: where a row and a cell begin, and where a table ends. */
export const ROW = '\uF8F0';
export const CELL = '\uF8F1';
export const TABLE_END = '\uF8F2';

const MARKS = /[\uF8F0-\uF8F2]/g;
const BOUNDARY = /(?=[\uF8F0\uF8F2])/;

/** A text with spaces in place of the marks. */
export function withoutTableMarks(text: string): string {
  return text.replaceAll(MARKS, ' ');
}

/**
 * The text of HTML by lines, counted from `first`, with each row of a table on one line, in the notation of tables. A
 * row belongs to the line of its first word. Undefined for HTML without a table.
 */
export function tableLines(words: string, first: number): Map<number, string[]> | undefined {
  if (!words.includes(ROW)) return undefined;
  const lines = new Map<number, string[]>();
  const add = (number: number, text: string) => {
    const known = lines.get(number);
    if (known) known.push(text);
    else lines.set(number, [text]);
  };
  let number = first;
  let columns: number | undefined;
  for (const piece of words.split(BOUNDARY)) {
    if (piece.startsWith(ROW)) {
      const [, ...cells] = piece.split(CELL).map(plain);
      const isHead = columns === undefined;
      columns ??= cells.some(Boolean) ? cells.length : 0;
      const from = number + linesBeforeWords(piece);
      if (!cells.some(Boolean)) add(from, '');
      else if (columns === 0) add(from, cells.filter(Boolean).join(' '));
      else add(from, `| ${cells.join(' | ')} |`);
      if (isHead && columns > 0) add(from, `|${' --- |'.repeat(columns)}`);
    } else {
      if (piece.startsWith(TABLE_END)) columns = undefined;
      for (const [at, line] of piece.split('\n').entries()) {
        if (plain(line) !== '') add(number + at, plain(line));
      }
    }
    number += linesIn(piece);
  }
  return lines;
}

function plain(text: string): string {
  return withoutTableMarks(text).replaceAll(/\s+/g, ' ').trim();
}

function linesBeforeWords(text: string): number {
  return linesIn(text.slice(0, Math.max(text.search(/[^\s\uF8F0-\uF8F2]/), 0)));
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
