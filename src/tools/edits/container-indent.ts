import { Markdown } from '@docs-platform-mcp/markdown';
import type { TextEdit } from './text-edits.ts';

const ITEM = /^[*+-][ \t]|^\d{1,9}[.)][ \t]/;

/**
 * The edit with the further lines of its text indented like the line that it begins on, if they have to be: within
 * indented code or an indented block, which less indented lines would end, and for items beside an item that was given
 * without its indentation.
 */
export function indentedLikeLine(edit: TextEdit, shown: string): TextEdit {
  const [first = '', ...further] = edit.text.split('\n');
  const from = shown.lastIndexOf('\n', edit.start - 1) + 1;
  const own = indentOf(shown.slice(from, edit.start));
  if (further.length === 0 || own === 0 || !shown.startsWith(' ', from)) return edit;
  const { least, most } = indentsOf(further);
  // Lines that are indented in part were given as they are on the page.
  const columns = least < own ? columnsFor(edit, shown, from + own, further) : 0;
  if (columns === 0 || least >= columns || (least > 0 && most >= columns)) return edit;
  const lines = further.map((line) => (line.trim() === '' ? line : ' '.repeat(columns) + line));
  return { ...edit, text: [first, ...lines].join('\n') };
}

/** The columns by which lines have to be indented there at least. */
function columnsFor(
  { start, end }: TextEdit,
  shown: string,
  words: number,
  further: readonly string[],
): number {
  const { blocks, liquid, html } = Markdown.read(shown);
  const code = blocks.find((block) => block.start <= start && start < block.end);
  if (code?.type === 'code') return columnAt(shown, code.start);
  const around = [...liquid, ...html].filter(
    ({ inner }) => inner.start <= start && end <= inner.end,
  );
  const inBlock = around.reduce((most, block) => Math.max(most, columnAt(shown, block.start)), 0);
  const areItems = start === words && ITEM.test(shown.slice(start, start + 12)) && isItem(further);
  return areItems ? Math.max(inBlock, words - (shown.lastIndexOf('\n', words - 1) + 1)) : inBlock;
}

function isItem(lines: readonly string[]): boolean {
  return ITEM.test(lines.find((line) => line.trim() !== '') ?? '');
}

/** The column of an offset, if only spaces are before it on its line; otherwise 0. */
function columnAt(shown: string, offset: number): number {
  const before = shown.slice(shown.lastIndexOf('\n', offset - 1) + 1, offset);
  return before.trim() === '' ? before.length : 0;
}

/** The least and the greatest indentation of lines that are not blank. */
function indentsOf(lines: readonly string[]): { least: number; most: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const line of lines) {
    if (line.trim() === '') continue;
    least = Math.min(least, indentOf(line));
    most = Math.max(most, indentOf(line));
  }
  return { least, most };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
