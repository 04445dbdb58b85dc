import { turns } from '../turns.ts';
import { type Fields, setOwn } from './fields.ts';

/** Bytes of JSON that are parsed at once. */
const CHUNK = 64 * 1024;

/** Deeper JSON overflows the stack of code that reads it. */
const MAX_LEVELS = 1_000;

/** No object of the platform has as many members; walking more takes too long. */
const MAX_MEMBERS = 25_000;

/** An answer of ordinary values reaches the limit of its size first; tiny ones take a hundred times their size. */
const MAX_VALUES = 2_000_000;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** JSON that cannot be read without making others wait. */
export class ExcessError extends Error {
  override readonly name = 'ExcessError';
}

/** An object or a list whose end has not been read yet. */
class OpenValue {
  readonly isObject: boolean;
  /** Where it begins. */
  readonly start: number;
  /** Start of the part that is not parsed yet. */
  pending: number;
  /** Where the name of the current member begins. */
  name = 0;
  commas = 0;
  /** The part parsed so far; undefined while all of it is pending. */
  value: Fields | unknown[] | undefined = undefined;
  /** Whether its last member was parsed by itself, so that only a comma or the end may follow. */
  isAfterMember = false;

  constructor(isObject: boolean, start: number) {
    this.isObject = isObject;
    this.start = start;
    this.pending = start + 1;
  }
}

/**
 * Parses JSON as `JSON.parse` does, in pieces, yielding to other work in between: small values at once, large ones
 * member by member. Reads each byte once.
 * @param chunk how many bytes are parsed at once.
 * @throws {SyntaxError} if it is not JSON, {ExcessError} if it is nested too deeply or has too many members.
 */
export async function parseInTurns(bytes: Buffer, chunk = CHUNK): Promise<unknown> {
  const parser = new Parser(bytes, chunk);
  const turn = turns();
  while (parser.read()) await turn();
  await turn();
  return parser.value;
}

/** Whether JSON is nested too deeply for `parseInTurns`. Anything else may be parsed at once if it is small. */
export function isTooDeep(bytes: Buffer): boolean {
  // Most bodies have fewer brackets than that, which is found out ten times as fast.
  if (
    countUpTo(MAX_LEVELS, bytes, OPEN_LIST) + countUpTo(MAX_LEVELS, bytes, OPEN_OBJECT) <=
    MAX_LEVELS
  ) {
    return false;
  }
  let level = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) at += Number(byte === BACKSLASH);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) level += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level -= 1;
    if (level > MAX_LEVELS) return true;
  }
  return false;
}

/** How often a byte occurs; once it is more often than `most`, the rest is not counted. */
function countUpTo(most: number, bytes: Buffer, byte: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at !== -1 && count <= most; at = bytes.indexOf(byte, at + 1)) {
    count += 1;
  }
  return count;
}

class Parser {
  value: unknown;
  readonly #bytes: Buffer;
  readonly #chunk: number;
  readonly #open: OpenValue[] = [];
  #at = 0;
  /** The beginning of the last string. */
  #string = 0;
  /** Values so far, apart from the first of each object and list. */
  #values = 0;

  constructor(bytes: Buffer, chunk: number) {
    this.#bytes = bytes;
    this.#chunk = chunk;
  }

  /** Reads until something was parsed; false at the end. */
  read(): boolean {
    const bytes = this.#bytes;
    if (this.#at === 0 && !this.#begins()) {
      this.value = JSON.parse(bytes.toString('utf8'));
      return false;
    }
    while (this.#at < bytes.length) {
      const at = this.#at;
      const byte = bytes[at] as number;
      this.#at = at + 1;
      if (byte === QUOTE) this.#skipString(at);
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#enter(at, byte === OPEN_OBJECT);
      else if (byte === COLON) this.#top().name = this.#string;
      else if (byte === COMMA) {
        if (this.#separate(at)) return true;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (this.#leave(at, byte === CLOSE_OBJECT)) return this.#ends();
      }
    }
    throw new SyntaxError('The JSON is incomplete');
  }

  /** Whether the JSON is an object or a list. Anything else parses quickly. */
  #begins(): boolean {
    while (isSpace(this.#bytes[this.#at])) this.#at += 1;
    const byte = this.#bytes[this.#at];
    return byte === OPEN_OBJECT || byte === OPEN_LIST;
  }

  /** Nothing follows the outermost value. */
  #ends(): false {
    this.#requireBlank(this.#at, this.#bytes.length);
    return false;
  }

  #skipString(start: number): void {
    this.#string = start;
    for (let end = this.#bytes.indexOf(QUOTE, start + 1); end !== -1; ) {
      let slashes = 0;
      while (this.#bytes[end - slashes - 1] === BACKSLASH) slashes += 1;
      this.#at = end + 1;
      if (slashes % 2 === 0) return;
      end = this.#bytes.indexOf(QUOTE, end + 1);
    }
    throw new SyntaxError('A string does not end');
  }

  #enter(start: number, isObject: boolean): void {
    if (this.#open.length === MAX_LEVELS) {
      throw new ExcessError(`it is nested deeper than ${MAX_LEVELS} levels`);
    }
    this.#count();
    this.#open.push(new OpenValue(isObject, start));
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > MAX_VALUES) throw new ExcessError(`it has more than ${MAX_VALUES} values`);
  }

  /** Handles a comma; true if something was parsed. */
  #separate(at: number): boolean {
    const top = this.#top();
    this.#count();
    top.commas += 1;
    if (top.isObject && top.commas >= MAX_MEMBERS) {
      throw new ExcessError(`an object in it has more than ${MAX_MEMBERS} members`);
    }
    if (top.isAfterMember) {
      this.#requireBlank(top.pending, at);
      top.isAfterMember = false;
      top.pending = at + 1;
      return false;
    }
    if (at - top.pending < this.#chunk) return false;
    this.#settle();
    this.#add(top, at);
    top.pending = at + 1;
    return true;
  }

  /** Handles the end of an object or a list; true if it is the outermost one. */
  #leave(at: number, isObject: boolean): boolean {
    const top = this.#top();
    const isOutermost = this.#open.length === 1;
    if (top.value === undefined && !isOutermost) {
      this.#open.pop();
      return false;
    }
    if (top.isObject !== isObject) throw new SyntaxError('The brackets do not match');
    if (top.isAfterMember) this.#requireBlank(top.pending, at);
    else if (top.value === undefined) top.value = this.#parsed(top, at);
    else this.#add(top, at);
    this.#open.pop();
    const outer = this.#open.at(-1);
    if (!outer) {
      this.value = top.value;
      return true;
    }
    outer.isAfterMember = true;
    outer.pending = at + 1;
    return false;
  }

  /** Gives each open object and list a value of its own, which holds that of the next one. */
  #settle(): void {
    for (const [level, open] of this.#open.entries()) {
      if (open.value !== undefined) continue;
      open.value = open.isObject ? {} : [];
      const outer = this.#open[level - 1];
      if (!outer) continue;
      // The part before the inner value is parsed with a placeholder in its place.
      const text = `${this.#text(outer.pending, open.start)}[]`;
      const members = parsedAs(outer, text);
      if (outer.isObject) {
        const name = JSON.parse(this.#text(outer.name, this.#endOfName(outer.name))) as string;
        setOwn(members as Fields, name, open.value);
      } else (members as unknown[])[(members as unknown[]).length - 1] = open.value;
      append(outer, members);
    }
  }

  #endOfName(start: number): number {
    const at = this.#at;
    const string = this.#string;
    this.#skipString(start);
    const end = this.#at;
    this.#at = at;
    this.#string = string;
    return end;
  }

  /** Parses the pending part, which has at least one member, and adds it. */
  #add(open: OpenValue, end: number): void {
    this.#requireText(open.pending, end);
    append(open, this.#parsed(open, end));
  }

  #parsed(open: OpenValue, end: number): Fields | unknown[] {
    return parsedAs(open, this.#text(open.pending, end));
  }

  #text(start: number, end: number): string {
    return this.#bytes.toString('utf8', start, end);
  }

  #top(): OpenValue {
    const top = this.#open.at(-1);
    if (!top) throw new SyntaxError('Nothing is open');
    return top;
  }

  #requireText(start: number, end: number): void {
    if (this.#isBlank(start, end)) throw new SyntaxError('A member is missing');
  }

  #requireBlank(start: number, end: number): void {
    if (!this.#isBlank(start, end)) throw new SyntaxError('A comma is missing');
  }

  #isBlank(start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) if (!isSpace(this.#bytes[at])) return false;
    return true;
  }
}

function parsedAs({ isObject }: OpenValue, text: string): Fields | unknown[] {
  return JSON.parse(isObject ? `{${text}}` : `[${text}]`);
}

function append({ value }: OpenValue, members: Fields | unknown[]): void {
  if (Array.isArray(value)) for (const item of members as unknown[]) value.push(item);
  else for (const [name, member] of Object.entries(members)) setOwn(value as Fields, name, member);
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}
