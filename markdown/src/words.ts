import type { Scan } from './blocks.ts';
import { HtmlReader } from './html.ts';
import { type InlineElements, readInline } from './inline.ts';
import { type Range, replaceRanges } from './range.ts';
import { LiquidReader } from './tags.ts';

/** Reads the inline text of one scanned text, from left to right. */
export class WordReader {
  readonly #scan: Scan;
  readonly #readers;

  constructor(scan: Scan) {
    this.#scan = scan;
    const names = new Set(scan.definitions.map(({ name }) => name));
    this.#readers = {
      html: new HtmlReader(scan.unquoted),
      liquid: new LiquidReader(scan.unquoted),
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

  /** The visible text of an HTML block: everything between its tags. */
  htmlWords(part: Range): string {
    const { start, end } = part;
    const tags = this.#readers.html.read(part).map((found) => {
      const range = 'comment' in found ? found.comment : found;
      const own = this.#scan.text.slice(range.start, range.end);
      return {
        start: range.start - start,
        end: range.end - start,
        text: own.replaceAll(/[^\n]+/g, ' '),
      };
    });
    return replaceRanges(this.#scan.unquoted.slice(start, end), tags);
  }
}
