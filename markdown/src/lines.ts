import type { Block, Scan } from './blocks.ts';
import { type Heading, headingFinder } from './headings.ts';
import type { Range } from './range.ts';
import { tableLines, withoutTableMarks } from './table-lines.ts';
import { WordReader } from './words.ts';

/** A visible line of a text, as a reader sees it. The range is that of the line in the text. */
export interface PlainLine extends Range {
  /** Counted from 1. */
  number: number;
  text: string;
  /** Index of the heading above it, or of itself; -1 before the first. */
  heading: number;
  isCode: boolean;
  /** Whether it goes on with the paragraph of the line above, which only the source breaks here. */
  isContinued: boolean;
  /** The same text with each row of an HTML table on one line, if it has such rows. Empty within a row. */
  rows?: readonly string[];
}

/** The visible text line by line: without markup, tags and front matter; code as written. */
export function plainLines(scan: Scan, headings: readonly Heading[]): PlainLine[] {
  const reader = new WordReader(scan);
  const lineAt = lineFinder(scan.text);
  const headingAt = headingFinder(headings);
  const lines: PlainLine[] = [];
  for (const block of scan.blocks) {
    const shown = wordsOf(block, reader, scan);
    if (shown === undefined) continue;
    let number = lineAt(block.content.start).number;
    const rows = block.type === 'html' ? tableLines(shown, number) : undefined;
    const first = lines.length;
    for (const marked of shown.split('\n')) {
      const text = rows ? withoutTableMarks(marked) : marked;
      const line = lineAt.byNumber(number);
      const plain = block.type === 'code' ? text.trimEnd() : plainOf(text, block);
      const last = lines.at(-1);
      if (plain !== '' && last?.number === number) last.text += ` ${plain}`;
      else if (plain !== '') {
        lines.push({
          ...line,
          number,
          text: plain,
          heading: headingAt(line.end),
          isCode: block.type === 'code',
          isContinued:
            block.type === 'paragraph' && lines.length > first && !hasBreak(scan.text, line.start),
          ...(rows && { rows: (rows.get(number) ?? []).filter(Boolean) }),
        });
      }
      number += 1;
    }
  }
  return lines;
}

/** How a line ends if readers see a break after it. */
const BREAK = /(?:\\| {2}|<br ?\/?>\s?)\r?$/;
const MAX_BREAK = 10;

/** Whether the line above the one that starts here ends with a break. */
function hasBreak(text: string, start: number): boolean {
  const end = start - 1;
  return BREAK.test(text.slice(Math.max(0, end - MAX_BREAK), end));
}

/** The row between the head and the body of a table, however wide it is. */
const DELIMITERS = /^[ |:-]+$/;

function plainOf(text: string, { type }: Block): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return type === 'table' && DELIMITERS.test(plain) ? plain.replaceAll(/-{4,}/g, '---') : plain;
}

function wordsOf(block: Block, reader: WordReader, { unquoted }: Scan): string | undefined {
  const { content } = block;
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'table':
      return reader.words(content);
    case 'html':
      return reader.htmlWords(content);
    case 'code':
    case 'formula':
      return unquoted.slice(content.start, content.end);
    case 'liquid':
      return block.tag?.attributes.find(({ name }) => name === 'title')?.value;
    default:
      return undefined;
  }
}

/** Finds lines of a text by offset and by number, in logarithmic time. */
export function lineFinder(text: string) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const byNumber = (number: number): Range => {
    const start = starts[number - 1] ?? text.length;
    return { start, end: (starts[number] ?? text.length + 1) - 1 };
  };
  const find = (offset: number): Range & { number: number } => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { number: low + 1, ...byNumber(low + 1) };
  };
  return Object.assign(find, { byNumber });
}
