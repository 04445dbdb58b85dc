import { entityAt } from './characters.ts';
import { Destinations } from './destination.ts';
import { Emphasis } from './emphasis.ts';
import { type HtmlReader, SEPARATING } from './html.ts';
import { charge } from './meter.ts';
import type { Range, Replacement } from './range.ts';
import type { LiquidReader, Tag } from './tags.ts';

/** A link or an image in inline text. */
export interface InlineLink extends Range {
  image: boolean;
  /** Range of the link's label. */
  label: Range;
  /** Range of its target; absent for a link by reference. */
  target?: Range;
  /** Name of its definition. */
  reference?: string;
}

/** The inline elements of a text, each kind in order. */
export interface InlineElements {
  links: InlineLink[];
  /** Addresses in angle brackets; the ranges exclude the brackets. */
  autolinks: Range[];
  code: Range[];
  html: Tag[];
  comments: Range[];
  liquid: Tag[];
  /** The replacements that reduce the text to what a reader sees. */
  plain: Replacement[];
}

/** The context for reading inline text. */
export interface InlineReaders {
  html: HtmlReader;
  liquid: LiquidReader;
  /** Whether there is a definition with this name. */
  defines(reference: string): boolean;
}

interface Bracket {
  at: number;
  image: boolean;
  /** Whether another bracket was opened after it. */
  isOuter: boolean;
}

const SPECIAL = /[\\`<[\]{&*_~]/g;
const AUTOLINK =
  /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]{1,200}@[a-z0-9.-]{1,200})>/iy;
const LABEL = /\[((?:[^[\]\\]|\\[\s\S]){0,999})\]/y;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const MAX_LABEL = 999;

/** Reads inline text, in linear time for any text. */
export function readInline(text: string, part: Range, readers: InlineReaders): InlineElements {
  return new InlineReader(text, part, readers).read();
}

/** The normalised name of a reference. */
export function referenceName(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase().toUpperCase();
}

class InlineReader {
  readonly #text: string;
  readonly #part: Range;
  readonly #readers: InlineReaders;
  readonly #destinations: Destinations;
  readonly #emphasis = new Emphasis();
  readonly #brackets: Bracket[] = [];
  readonly #found: InlineElements = {
    links: [],
    autolinks: [],
    code: [],
    html: [],
    comments: [],
    liquid: [],
    plain: [],
  };
  /** Brackets below this index would create a link that contains a link. */
  #inactive = 0;
  #ticks: Map<number, number[]> | undefined;

  constructor(text: string, part: Range, readers: InlineReaders) {
    this.#text = text;
    this.#part = part;
    this.#readers = readers;
    this.#destinations = new Destinations(text, part);
  }

  read(): InlineElements {
    const { start, end } = this.#part;
    charge(end - start);
    // A copy of the range, so that no search goes beyond it.
    const own = this.#text.slice(start, end);
    for (let at = 0; at < own.length; ) {
      SPECIAL.lastIndex = at;
      const next = SPECIAL.exec(own)?.index;
      if (next === undefined) break;
      at = next + this.#take(start + next);
    }
    for (const mark of this.#emphasis.marks()) this.#found.plain.push({ ...mark, text: '' });
    return this.#found;
  }

  /** Reads the element at an offset and returns its length. */
  #take(at: number): number {
    const { end } = this.#part;
    switch (this.#text.charAt(at)) {
      case '\\':
        if (at + 1 < end && ESCAPABLE.test(this.#text.charAt(at + 1))) {
          this.#drop(at, at + 1);
          return 2;
        }
        if (/[\r\n]/.test(this.#text.charAt(at + 1))) this.#drop(at, at + 1);
        return 1;
      case '`':
        return this.#takeCode(at);
      case '<':
        return this.#takeAngle(at);
      case '[':
        this.#open(at);
        return 1;
      case ']':
        return this.#close(at);
      case '{':
        return this.#takeLiquid(at);
      case '&': {
        const entity = entityAt(this.#text, at);
        if (!entity || at + entity.length > end) return 1;
        this.#found.plain.push({ start: at, end: at + entity.length, text: entity.text });
        return entity.length;
      }
      default:
        return this.#emphasis.take(this.#text, at, this.#part.start, end);
    }
  }

  #drop(start: number, end: number, text = ''): void {
    if (end > start) this.#found.plain.push({ start, end, text });
  }

  /** Discards what was found in a range that is left out entirely. */
  #forget(start: number): void {
    const { plain } = this.#found;
    while ((plain.at(-1)?.start ?? -1) >= start) plain.pop();
    this.#emphasis.forget(start);
  }

  #takeCode(at: number): number {
    this.#ticks ??= this.#tickRuns();
    let length = 1;
    while (at + length < this.#part.end && this.#text.charAt(at + length) === '`') length += 1;
    const runs = this.#ticks.get(length) ?? [];
    while ((runs.at(-1) ?? Number.POSITIVE_INFINITY) <= at) runs.pop();
    const close = runs.pop();
    if (close === undefined) return length;
    this.#found.code.push({ start: at, end: close + length });
    this.#drop(at, at + length);
    this.#drop(close, close + length);
    return close + length - at;
  }

  /** Offsets of backtick runs by length, the last first. */
  #tickRuns(): Map<number, number[]> {
    const runs = new Map<number, number[]>();
    const { start, end } = this.#part;
    for (let at = end - 1; at >= start; at -= 1) {
      if (this.#text.charAt(at) !== '`') continue;
      const last = at;
      while (at > start && this.#text.charAt(at - 1) === '`') at -= 1;
      const length = last - at + 1;
      const known = runs.get(length);
      if (known) known.push(at);
      else runs.set(length, [at]);
    }
    charge(end - start);
    return runs;
  }

  #takeAngle(at: number): number {
    const { end } = this.#part;
    const item = this.#readers.html.readAt(at, end);
    if (item && 'comment' in item) {
      this.#found.comments.push(item.comment);
      this.#drop(item.comment.start, item.comment.end);
      return item.comment.end - at;
    }
    if (item) {
      this.#found.html.push(item);
      this.#drop(item.start, item.end, SEPARATING.has(item.name) ? ' ' : '');
      return item.end - at;
    }
    AUTOLINK.lastIndex = at;
    const address = AUTOLINK.exec(this.#text)?.[1];
    charge((address?.length ?? 0) + 1);
    if (address === undefined || at + address.length + 2 > end) return 1;
    this.#found.autolinks.push({ start: at + 1, end: at + 1 + address.length });
    this.#drop(at, at + 1);
    this.#drop(at + 1 + address.length, at + 2 + address.length);
    return address.length + 2;
  }

  #takeLiquid(at: number): number {
    if (this.#text.charAt(at + 1) !== '%') return 1;
    const tag = this.#readers.liquid.read(at, this.#part.end);
    if (!tag) return 2;
    this.#found.liquid.push(tag);
    this.#drop(tag.start, tag.end);
    return tag.end - at;
  }

  #open(at: number): void {
    const before = this.#brackets.at(-1);
    if (before) before.isOuter = true;
    const image = at > this.#part.start && this.#text.charAt(at - 1) === '!';
    this.#brackets.push({ at, image, isOuter: false });
  }

  #close(at: number): number {
    const bracket = this.#brackets.pop();
    if (!bracket) return 1;
    const isActive = bracket.image || this.#brackets.length >= this.#inactive;
    this.#inactive = Math.min(this.#inactive, this.#brackets.length);
    if (!isActive) return 1;
    const label = { start: bracket.at + 1, end: at };
    const start = bracket.image ? bracket.at - 1 : bracket.at;
    const link = this.#linkBehind(bracket, label, at);
    if (link === 'footnote') {
      this.#forget(start);
      this.#drop(start, at + 1);
      return 1;
    }
    if (!link) return 1;
    this.#drop(start, label.start);
    this.#drop(at, link.end);
    this.#found.links.push({ ...link, start, image: bracket.image, label });
    if (!bracket.image) this.#inactive = this.#brackets.length;
    return link.end - at;
  }

  #linkBehind(
    bracket: Bracket,
    label: Range,
    at: number,
  ): { end: number; target?: Range; reference?: string } | 'footnote' | undefined {
    const next = at + 1 < this.#part.end ? this.#text.charAt(at + 1) : '';
    const destination = next === '(' ? this.#destinations.read(at + 1) : undefined;
    if (destination) return { end: destination.after, target: destination.target };
    const full = next === '[' ? this.#labelAt(at + 1) : undefined;
    if (full) {
      const reference = referenceName(full);
      if (this.#readers.defines(reference)) return { end: at + 3 + full.length, reference };
      return undefined;
    }
    if (bracket.isOuter || label.end - label.start > MAX_LABEL) return undefined;
    const own = this.#text.slice(label.start, label.end);
    if (own.startsWith('^') && own.length > 1 && !/\s/.test(own)) return 'footnote';
    const reference = referenceName(own);
    if (reference === '' || !this.#readers.defines(reference)) return undefined;
    return { end: full === '' ? at + 3 : at + 1, reference };
  }

  #labelAt(at: number): string | undefined {
    LABEL.lastIndex = at;
    const label = LABEL.exec(this.#text)?.[1];
    charge((label?.length ?? 0) + 1);
    return label !== undefined && at + label.length + 2 <= this.#part.end ? label : undefined;
  }
}
