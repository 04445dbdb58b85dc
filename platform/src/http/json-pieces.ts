import type { Pause } from '../runtime/turns.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);
const ENDS = new Set([...SPACES, COMMA, LIST_END, OBJECT_END]);

/** Number of values between two checks of the clock: one takes up to some 5 µs. */
const STEPS = 256;

/** A text of more bytes is parsed by itself. */
const LONG_BYTES = 1_000;

/** Bytes of a text that are parsed at once. */
const PIECE_BYTES = 256 * 1024;

/** Bytes of the longest escape, such as `\u0000`. */
const MAX_ESCAPE = 6;

/** What a value belongs to. */
type Around = unknown[] | Record<string, unknown>;

/**
 * Parses JSON in UTF-8 value by value, with turns for others in between: `JSON.parse` takes 5 µs for each name that it
 * has not met, or not in this order. @throws {SyntaxError} if it is no JSON.
 */
export async function parseInTurns(json: Buffer, pause: Pause): Promise<unknown> {
  const reader = new Reader(json);
  for (let step = 1; !reader.isDone; step += 1) {
    if (step % STEPS === 0) await pause();
    const text = reader.next();
    if (text) reader.add(await longText(text, pause));
  }
  return reader.value;
}

class Reader {
  readonly #json: Buffer;
  readonly #root: unknown[] = [];
  /** The lists and objects around the next value, from the outside. */
  readonly #open: Around[] = [this.#root];
  /** The name of each member that is being read, by its level. */
  readonly #names: string[] = [];
  #at = 0;

  constructor(json: Buffer) {
    this.#json = json;
  }

  /** Whether all was read. @throws {SyntaxError} if something follows the value. */
  get isDone(): boolean {
    if (this.#open.length > 1 || this.#root.length === 0) return false;
    this.#skipSpaces();
    if (this.#at < this.#json.length) throw this.#wrong();
    return true;
  }

  get value(): unknown {
    return this.#root[0];
  }

  /** Reads up to the next value and adds it, unless it is a text that takes long, which is returned. */
  next(): Buffer | undefined {
    this.#skipSpaces();
    const around = this.#open.at(-1) as Around;
    if (!Array.isArray(around)) this.#names[this.#open.length] = this.#name();
    const byte = this.#json[this.#at];
    if (byte === LIST || byte === OBJECT) {
      this.#at += 1;
      this.#enter(byte === LIST ? [] : {});
      return undefined;
    }
    if (byte === QUOTE) {
      const text = this.#text();
      if (text.length > LONG_BYTES) return text.subarray(1, -1);
      this.add(JSON.parse(text.toString()));
      return undefined;
    }
    const start = this.#at;
    while (this.#at < this.#json.length && !ENDS.has(this.#json[this.#at] as number)) this.#at += 1;
    this.add(JSON.parse(this.#json.toString('latin1', start, this.#at)));
    return undefined;
  }

  /** Adds a value to what is around it, and closes whatever ends after it. */
  add(value: unknown): void {
    this.#put(value);
    this.#close();
  }

  #put(value: unknown): void {
    const around = this.#open.at(-1) as Around;
    if (Array.isArray(around)) around.push(value);
    else {
      const name = this.#names[this.#open.length] as string;
      // To assign this name would set what the object inherits from.
      if (name === '__proto__') {
        const own = { value, writable: true, enumerable: true, configurable: true };
        Object.defineProperty(around, name, own);
      } else around[name] = value;
    }
  }

  #enter(value: Around): void {
    this.#put(value);
    this.#open.push(value);
    this.#skipSpaces();
    if (this.#json[this.#at] === this.#end) {
      this.#at += 1;
      this.#open.pop();
      this.#close();
    }
  }

  get #end(): number {
    return Array.isArray(this.#open.at(-1)) ? LIST_END : OBJECT_END;
  }

  #close(): void {
    while (this.#open.length > 1) {
      this.#skipSpaces();
      const byte = this.#json[this.#at];
      if (byte !== COMMA && byte !== this.#end) throw this.#wrong();
      this.#at += 1;
      if (byte === COMMA) return;
      this.#open.pop();
    }
  }

  #name(): string {
    if (this.#json[this.#at] !== QUOTE) throw this.#wrong();
    const name = JSON.parse(this.#text().toString()) as string;
    this.#skipSpaces();
    if (this.#json[this.#at] !== COLON) throw this.#wrong();
    this.#at += 1;
    this.#skipSpaces();
    return name;
  }

  /** The text that begins here, with its quotes. */
  #text(): Buffer {
    const start = this.#at;
    let end = this.#json.indexOf(QUOTE, start + 1);
    while (end >= 0 && isEscaped(this.#json, end, start)) end = this.#json.indexOf(QUOTE, end + 1);
    if (end < 0) throw this.#wrong();
    this.#at = end + 1;
    return this.#json.subarray(start, this.#at);
  }

  #skipSpaces(): void {
    while (SPACES.has(this.#json[this.#at] as number)) this.#at += 1;
  }

  #wrong(): SyntaxError {
    return new SyntaxError(`Unexpected byte ${this.#at}`);
  }
}

/** A text without its quotes, parsed piece by piece. */
async function longText(inside: Buffer, pause: Pause): Promise<string> {
  const pieces: string[] = [];
  for (let start = 0; start < inside.length; ) {
    await pause();
    const end = endOfPiece(inside, start);
    pieces.push(JSON.parse(`"${inside.toString('utf8', start, end)}"`) as string);
    start = end;
  }
  return pieces.join('');
}

/** Where a piece can end without cutting a character or an escape in two; the piece begins with a whole one. */
function endOfPiece(inside: Buffer, start: number): number {
  for (let end = start + PIECE_BYTES; end < inside.length; end += 1) {
    const byte = inside[end] as number;
    if (byte === BACKSLASH && !isEscaped(inside, end, start)) return end;
    const isWithin = (byte & 0xc0) === 0x80;
    if (!isWithin && !inside.subarray(end - MAX_ESCAPE, end).includes(BACKSLASH)) return end;
  }
  return inside.length;
}

/** Whether an odd number of backslashes, after `start`, is before a byte. */
export function isEscaped(json: Buffer, at: number, start = 0): boolean {
  let slashes = 0;
  while (at < json.length && at - slashes > start && json[at - slashes - 1] === BACKSLASH) {
    slashes += 1;
  }
  return slashes % 2 === 1;
}
