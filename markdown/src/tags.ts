import { StringFinder } from './finder.ts';
import { charge } from './meter.ts';
import type { Range } from './range.ts';

/** An attribute of a tag. The range is that of its value as written, without the quotes. */
export interface Attribute extends Range {
  /** In lower case; empty for a value without a name, as in `{% include "…" %}`. */
  name: string;
  value: string;
  /** The quotes around the value, or an empty string. */
  quote: string;
}

/** An HTML or liquid tag, from its first character to its last. */
export interface Tag extends Range {
  /** In lower case for HTML; as written for liquid. */
  name: string;
  closing: boolean;
  selfClosing: boolean;
  attributes: Attribute[];
}

/** The tag around a text in which marks of tags are text. */
const LITERAL = 'raw';
const LITERAL_END = `end${LITERAL}`;
/** What is before the name of its end. */
const OPENING = /\{%-?[ \t]{0,20}$/;
const MAX_OPENING = 24;

const LIQUID_NAME = /[@a-z][\w@/.-]*/iy;
const ATTRIBUTE_NAME = /[a-z_:@][\w:.@-]*/iy;
const UNQUOTED = /[^\s"'=<>`]+/y;
const LIQUID_UNQUOTED = /[^\s"'=<>`%{}]+/y;

/** The HTML tag that starts at an offset and ends before `end`; undefined if there is none. */
export function readHtmlTag(text: string, at: number, end: number): Tag | undefined {
  const closing = text.charCodeAt(at + 1) === SLASH;
  const start = closing ? at + 2 : at + 1;
  let place = endOfName(text, start);
  if (place === start) return undefined;
  const name = text.slice(start, place).toLowerCase();
  const attributes: Attribute[] = [];
  for (;;) {
    const next = skipSpace(text, place, end);
    const selfClosing = text.charCodeAt(next) === SLASH;
    const last = selfClosing ? next + 1 : next;
    if (last < end && text.charCodeAt(last) === GREATER) {
      return { name, closing, selfClosing, attributes, start: at, end: last + 1 };
    }
    if (selfClosing || next === place || closing) return undefined;
    const read = readAttribute(text, next, end, UNQUOTED);
    if (!read) return undefined;
    attributes.push(read.attribute);
    place = read.next;
  }
}

/** Where the name of an HTML tag ends that starts here. Most tags are only that, and an expression takes longer. */
function endOfName(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); isLetter(code) || (at > start && isDigit(code)); ) {
    at += 1;
    code = text.charCodeAt(at);
  }
  charge(at - start + 1);
  return at;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** A digit or a dash. */
function isDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === DASH;
}

/** Reads the liquid tags of one text, from left to right. */
export class LiquidReader {
  readonly #text: string;
  readonly #closers: StringFinder;
  readonly #lines: StringFinder;
  readonly #ends: StringFinder;
  readonly #literals: Range[];

  /** @param literals the texts between tags that say so, as far as they are known. */
  constructor(text: string, literals: readonly Range[] = []) {
    this.#text = text;
    this.#ends = new StringFinder(text, LITERAL_END);
    this.#literals = [...literals];
    this.#closers = new StringFinder(text, '%}');
    this.#lines = new StringFinder(text, '\n');
  }

  /** The texts between `raw` and its end so far: marks of tags are text there. */
  get literals(): readonly Range[] {
    return this.#literals;
  }

  /**
   * The tag that starts at an offset and ends before `end`. It may span several lines; with unbalanced quotes, it
   * ends with its first line.
   */
  read(at: number, end: number): Tag | undefined {
    if (this.#isLiteral(at)) return undefined;
    const tag = this.#read(at, end);
    if (tag?.name === LITERAL && !tag.closing) this.#openLiteral(tag.end);
    return tag;
  }

  #isLiteral(at: number): boolean {
    let [low, high] = [0, this.#literals.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#literals[middle] as Range).end <= at) low = middle + 1;
      else high = middle;
    }
    const range = this.#literals[low];
    return range !== undefined && range.start <= at;
  }

  /** Without an end, the tag stands alone. */
  #openLiteral(start: number): void {
    if ((this.#literals.at(-1)?.end ?? 0) > start) return;
    const found = this.#ends.next(start);
    if (found === -1) return;
    const before = this.#text.slice(Math.max(start, found - MAX_OPENING), found);
    const opening = OPENING.exec(before)?.[0];
    if (opening !== undefined) this.#literals.push({ start, end: found - opening.length });
  }

  #read(at: number, end: number): Tag | undefined {
    const text = this.#text;
    const closer = this.#closers.next(at + 2);
    if (closer === -1 || closer >= end) return undefined;
    const dash = text.charCodeAt(at + 2) === DASH ? 1 : 0;
    let place = skipSpace(text, at + 2 + dash, end);
    const written = match(LIQUID_NAME, text, place);
    if (!written) return undefined;
    const closing = written.length > 3 && written.startsWith('end');
    const tag = { name: closing ? written.slice(3) : written, closing, selfClosing: false };
    const attributes: Attribute[] = [];
    place += written.length;
    const lineEnd = this.#lines.next(at);
    const oneLine = lineEnd === -1 || closer < lineEnd;
    for (;;) {
      place = skipSpace(text, place, end);
      const close = text.startsWith('-%}', place) ? place + 1 : place;
      if (text.startsWith('%}', close) && close + 2 <= end) {
        const isWhole = !oneLine || lineEnd === -1 || close < lineEnd;
        if (isWhole) return { ...tag, attributes, start: at, end: close + 2 };
        break;
      }
      const read =
        readQuoted(text, place, end, '') ?? readAttribute(text, place, end, LIQUID_UNQUOTED);
      if (!read) break;
      attributes.push(read.attribute);
      place = read.next;
    }
    if (!oneLine) return undefined;
    const known = attributes.filter((attribute) => attribute.end <= closer);
    return { ...tag, attributes: known, start: at, end: closer + 2 };
  }
}

interface ParsedAttribute {
  attribute: Attribute;
  next: number;
}

function readAttribute(
  text: string,
  at: number,
  end: number,
  unquoted: RegExp,
): ParsedAttribute | undefined {
  const name = match(ATTRIBUTE_NAME, text, at)?.toLowerCase();
  if (!name || at + name.length > end) return undefined;
  const after = at + name.length;
  const equals = skipSpace(text, after, end);
  if (text.charCodeAt(equals) !== EQUALS || equals >= end) {
    return { attribute: { name, value: '', quote: '', start: after, end: after }, next: after };
  }
  const start = skipSpace(text, equals + 1, end);
  const quoted = readQuoted(text, start, end, name);
  if (quoted || isQuote(text.charAt(start))) return quoted;
  const value = match(unquoted, text, start);
  if (!value || start + value.length > end) return undefined;
  const next = start + value.length;
  return { attribute: { name, value, quote: '', start, end: next }, next };
}

function readQuoted(
  text: string,
  at: number,
  end: number,
  name: string,
): ParsedAttribute | undefined {
  const quote = text.charAt(at);
  if (!isQuote(quote)) return undefined;
  const close = text.indexOf(quote, at + 1);
  charge((close === -1 ? text.length : close) - at);
  if (close === -1 || close >= end) return undefined;
  const value = text.slice(at + 1, close);
  return { attribute: { name, value, quote, start: at + 1, end: close }, next: close + 1 };
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  // Without the list of groups, which takes longer than the search.
  const found = pattern.test(text) ? text.slice(at, pattern.lastIndex) : undefined;
  charge((found?.length ?? 0) + 1);
  return found;
}

function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  charge(at - from + 1);
  return at;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

const SLASH = 0x2f;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const DASH = 0x2d;
