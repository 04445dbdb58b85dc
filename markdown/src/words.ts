import type { Scan } from './blocks.ts';
import { withoutEntities } from './characters.ts';
import { HtmlReader, SEPARATING } from './html.ts';
import { type InlineElements, readInline } from './inline.ts';
import { type Range, replaceRanges } from './range.ts';
import { CELL, ROW, TABLE_END, withoutTableMarks } from './table-lines.ts';
import { LiquidReader, type Tag } from './tags.ts';

/** Reads the inline text of one scanned text, from left to right. */
export class WordReader {
  readonly #scan: Scan;
  readonly #readers;

  constructor(scan: Scan) {
    this.#scan = scan;
    const names = new Set(scan.definitions.map(({ name }) => name));
    this.#readers = {
      html: new HtmlReader(scan.unquoted),
      liquid: new LiquidReader(scan.unquoted, scan.literals),
      defines: (name: string) => names.has(name),
    };
  }

  inline(part: Range): InlineElements {
    return readInline(this.#scan.unquoted, part, this.#readers);
  }

  /** The visible text of a range without markup, with its line breaks. */
  words(part: Range, inline: InlineElements = this.inline(part)): string {
    const { start, end } = part;
    const own = inline.plain.map(({ text, ...range }) => ({
      start: range.start - start,
      end: range.end - start,
      text,
    }));
    return replaceRanges(this.#scan.unquoted.slice(start, end), own);
  }

  /** The visible text of an HTML block: everything between its tags, with marks where rows and cells of tables begin. */
  htmlWords({ start, end }: Range): string {
    const { text, unquoted } = this.#scan;
    const pieces: string[] = [];
    let from = start;
    for (const found of this.#readers.html.read({ start, end })) {
      const tag = 'comment' in found ? found.comment : found;
      pieces.push(
        decoded(withoutTableMarks(unquoted.slice(from, tag.start))),
        text.slice(tag.start, tag.end).replaceAll(/[^\n]+/g, endsWord(found) ? ' ' : ''),
        'comment' in found ? '' : tableMark(found),
      );
      from = tag.end;
    }
    return pieces.join('') + decoded(withoutTableMarks(unquoted.slice(from, end)));
  }
}

/** Whether a word ends before an element or a comment of an HTML block. */
function endsWord(found: Tag | { comment: Range }): boolean {
  return 'comment' in found || SEPARATING.has(found.name);
}

function tableMark({ name, closing }: Tag): string {
  if (name === 'table') return closing ? TABLE_END : '';
  if (closing) return '';
  if (name === 'tr') return ROW;
  return name === 'td' || name === 'th' ? CELL : '';
}

/** A text with its entities decoded. An entity for a line break becomes a space. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text
    .split('\n')
    .map((line) => withoutEntities(line).replaceAll('\n', ' '))
    .join('\n');
}
