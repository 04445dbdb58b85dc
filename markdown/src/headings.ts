import { slug as slugOf } from 'github-slugger';
import type { Scan, ScannedHeading } from './blocks.ts';
import { withoutEntities } from './characters.ts';
import type { Range } from './range.ts';
import { WordReader } from './words.ts';

/** Words that can be used in a fragment as they are. */
const PLAIN = /^[\w -]*$/;

/** Earlier versions of the service took any characters but braces. `{# … #}` is a comment. */
const ID = /\{#(?=\S)([^{}]{0,99}[^{}\s#])\}$/;

/** A heading of a text, at any depth. */
export interface Heading extends ScannedHeading {
  /** Its text as a reader sees it. */
  text: string;
  /** Its fragment: an explicit one, or one derived from its text and made unique by a number. */
  anchor: string;
  /** Whether the text sets the fragment explicitly. */
  given: boolean;
}

/** The headings of a text, in order, each parsed on first access. */
export function* headingsOf(scan: Scan): Generator<Heading> {
  const reader = new WordReader(scan);
  const taken = new Anchors();
  for (const heading of scan.headings) {
    const inline = reader.inline(heading.content);
    const words = reader.words(heading.content, inline).replaceAll(/\s+/g, ' ').trim();
    const isCode = !scan.text.startsWith('}', heading.content.end - 1);
    const { text, id } = isCode ? { text: words, id: undefined } : withoutId(words);
    const attribute = inline.html
      .flatMap(({ attributes }) => attributes)
      .find(({ name, value }) => (name === 'id' || name === 'name') && value !== '');
    const explicitId = attribute ? withoutEntities(attribute.value) : id;
    const anchor = explicitId === undefined ? taken.make(text) : taken.keep(explicitId);
    yield { ...heading, text, anchor, given: explicitId !== undefined };
  }
}

/** The words of a heading, and the fragment that may be written after them: `Words {#fragment}`. */
export function withoutId(words: string): { text: string; id: string | undefined } {
  const id = ID.exec(words);
  return id
    ? { text: words.slice(0, id.index).trimEnd(), id: id[1] }
    : { text: words, id: undefined };
}

/** Unique fragments of one text. */
export class Anchors {
  readonly #counts = new Map<string, number>();
  readonly #given = new Set<string>();

  /** A fragment that the text sets explicitly. One that it repeats gets a number, as the service does. */
  keep(anchor: string): string {
    if (this.#given.has(anchor)) return this.#numbered(anchor);
    this.#given.add(anchor);
    if (!this.#counts.has(anchor)) this.#counts.set(anchor, 0);
    return anchor;
  }

  /** The fragment for this heading text. */
  make(words: string): string {
    return this.#numbered(
      PLAIN.test(words) ? words.toLowerCase().replaceAll(' ', '-') : slugOf(words),
    );
  }

  #numbered(base: string): string {
    let count = this.#counts.get(base);
    if (count === undefined) {
      this.#counts.set(base, 0);
      return base;
    }
    let anchor: string;
    do {
      count += 1;
      anchor = `${base}-${count}`;
    } while (this.#counts.has(anchor));
    this.#counts.set(base, count);
    this.#counts.set(anchor, 0);
    return anchor;
  }
}

/** Index of the last heading at or before an offset; -1 before the first. Offsets must not decrease. */
export function headingFinder(headings: readonly Range[]): (offset: number) => number {
  let next = 0;
  return (offset) => {
    while (next < headings.length && (headings[next] as Range).start <= offset) next += 1;
    return next - 1;
  };
}
