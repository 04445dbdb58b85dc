import { slug as slugOf } from 'github-slugger';
import type { Scan, ScannedHeading } from './blocks.ts';
import { withoutEntities } from './characters.ts';
import type { Range } from './range.ts';
import { WordReader } from './words.ts';

/** Words of which a fragment is made without looking at each character for what it is. */
const PLAIN = /^[\w -]*$/;

/** A heading of a text, wherever it stands. */
export interface Heading extends ScannedHeading {
  /** Its words as a reader sees them. */
  text: string;
  /** The fragment that leads to it: the one it is given, else one made of its words and told apart by a number. */
  anchor: string;
  /** Whether the text gives it that fragment itself. */
  given: boolean;
}

/** The headings of a text, in order, each read when it is asked for. */
export function* headingsOf(scan: Scan): Generator<Heading> {
  const reader = new WordReader(scan);
  const taken = new Anchors();
  for (const heading of scan.headings) {
    const inline = reader.inline(heading.content);
    const text = reader.words(heading.content, inline).replaceAll(/\s+/g, ' ').trim();
    const given = inline.html
      .flatMap(({ attributes }) => attributes)
      .find(({ name, value }) => (name === 'id' || name === 'name') && value !== '');
    const anchor = given ? taken.keep(withoutEntities(given.value)) : taken.make(text);
    yield { ...heading, text, anchor, given: given !== undefined };
  }
}

/** Fragments of one text, no two of them the same. */
export class Anchors {
  readonly #counts = new Map<string, number>();

  /** A fragment that the text gives itself. */
  keep(anchor: string): string {
    if (!this.#counts.has(anchor)) this.#counts.set(anchor, 0);
    return anchor;
  }

  /** The fragment of these words. */
  make(words: string): string {
    const base = PLAIN.test(words) ? words.toLowerCase().replaceAll(' ', '-') : slugOf(words);
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

/** Which heading is the last at or before an offset, by its place; -1 before the first. Ask with growing offsets. */
export function headingFinder(headings: readonly Range[]): (offset: number) => number {
  let next = 0;
  return (offset) => {
    while (next < headings.length && (headings[next] as Range).start <= offset) next += 1;
    return next - 1;
  };
}
