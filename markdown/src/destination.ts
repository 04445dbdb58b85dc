import { charge } from './meter.ts';
import type { Range } from './range.ts';

const BACKSLASH = 0x5c;
const OPEN = 0x28;
const CLOSE = 0x29;
const LESS = 0x3c;
const GREATER = 0x3e;
const NEWLINE = 0x0a;

/** The destination of a link as written, and the offset after its closing bracket. */
export interface Destination {
  target: Range;
  after: number;
}

/** Reads the destinations of links in one range of a text. */
export class Destinations {
  readonly #text: string;
  readonly #part: Range;
  #ends: Map<number, number> | undefined;

  constructor(text: string, part: Range) {
    this.#text = text;
    this.#part = part;
  }

  /** The destination whose opening bracket is at an offset. */
  read(bracket: number): Destination | undefined {
    const text = this.#text;
    const first = skipWhite(text, bracket + 1, this.#part.end);
    if (text.charCodeAt(first) === LESS) {
      const close = bracketedTarget(text, first, this.#part.end);
      return close === undefined
        ? undefined
        : this.#closed({ start: first + 1, end: close }, close + 1);
    }
    const end = this.#destinationEnds().get(bracket);
    return end === undefined ? undefined : this.#closed({ start: first, end }, end);
  }

  #closed(target: Range, from: number): Destination | undefined {
    const at = afterTitle(this.#text, from, this.#part.end);
    if (at === undefined || this.#text.charCodeAt(at) !== CLOSE || at >= this.#part.end) {
      return undefined;
    }
    return { target, after: at + 1 };
  }

  /**
   * For each opening bracket before a possible destination, the end of the destination. Computed for all in one pass.
   */
  #destinationEnds(): Map<number, number> {
    if (this.#ends) return this.#ends;
    const { start, end } = this.#part;
    const ends = new Map<number, number>();
    let open: number[] = [];
    for (let at = start; at < end; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === BACKSLASH) at += 1;
      else if (code === OPEN) {
        const first = skipWhite(this.#text, at + 1, end);
        // White space before a destination belongs to none, so it ends those around it.
        if (first > at + 1) open = [];
        open.push(at);
        at = first - 1;
      } else if (code === CLOSE) {
        const bracket = open.pop();
        if (bracket !== undefined) ends.set(bracket, at);
      } else if (code <= 32 && open.length > 0) {
        // Only the last bracket can close all others.
        ends.set(open.at(-1) as number, at);
        open = [];
      }
    }
    charge(end - start);
    this.#ends = ends;
    return ends;
  }
}

/** The end of a destination in angle brackets, which stays on one line. */
export function bracketedTarget(text: string, at: number, end: number): number | undefined {
  for (let place = at + 1; place < end; place += 1) {
    const code = text.charCodeAt(place);
    charge(1);
    if (code === BACKSLASH) place += 1;
    else if (code === GREATER) return place;
    else if (code === LESS || code === NEWLINE) return undefined;
  }
  return undefined;
}

/** The offset after white space and an optional title; undefined for an unclosed title. */
export function afterTitle(text: string, from: number, end: number): number | undefined {
  const at = skipWhite(text, from, end);
  const quote = text.charAt(at);
  if (at === from || at >= end || !['"', "'", '('].includes(quote)) return at;
  const close = quote === '(' ? ')' : quote;
  for (let place = at + 1; place < end; place += 1) {
    const character = text.charAt(place);
    charge(1);
    if (character === '\\') place += 1;
    else if (character === close) return skipWhite(text, place + 1, end);
    else if (quote === '(' && character === '(') return undefined;
  }
  return undefined;
}

export function skipWhite(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) <= 32) at += 1;
  charge(at - from + 1);
  return at;
}
