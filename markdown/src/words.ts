import type { Scan } from './blocks.ts';
import { withoutEntities } from './characters.ts';
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
  htmlWords({ start, end }: Range): string {
    const { text, unquoted } = this.#scan;
    const pieces: string[] = [];
    let from = start;
    for (const found of this.#readers.html.read({ start, end })) {
      const tag = 'comment' in found ? found.comment : found;
      pieces.push(
        decoded(unquoted.slice(from, tag.start)),
        text.slice(tag.start, tag.end).replaceAll(/[^\n]+/g, ' '),
      );
      from = tag.end;
    }
    return pieces.join('') + decoded(unquoted.slice(from, end));
  }
}

/** A text with its entities decoded, none of which begins a line. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text
    .split('\n')
    .map((line) => withoutEntities(line).replaceAll('\n', ' '))
    .join('\n');
}
