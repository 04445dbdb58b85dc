import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { type TokenTable, unpackTokens } from './token-table.ts';

const decompress = promisify(brotliDecompress);

/** Maximum bytes in UTF-8 for a UTF-16 code unit. */
const MAX_BYTES_A_CHARACTER = 3;

const MAX_ASCII = 0x7f;

/** Slots of the hash table for each token. */
const SLOTS_A_TOKEN = 2;

/**
 * Returns a token counter equivalent to that of the tokenizer's package, from the Brotli-compressed table of
 * `packTokens`. The package creates a string for each of 200,000 tokens, which takes four times as long and 25 MB.
 */
export async function tokenCounterOf(file: URL): Promise<(text: string) => number> {
  const table = unpackTokens(await decompress(await readFile(file)));
  // Yield to other work.
  await setImmediate();
  const ranks = new Ranks(table);
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(1_024);
  const countPiece = (piece: string): number => {
    const most = piece.length * MAX_BYTES_A_CHARACTER;
    if (most > bytes.length) bytes = new Uint8Array(most);
    const length = copyAscii(piece, bytes) ?? encoder.encodeInto(piece, bytes).written;
    return countMerged(bytes, length, ranks);
  };
  return (text) => {
    let tokens = 0;
    for (const [piece] of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) tokens += countPiece(piece);
    return tokens;
  };
}

/** Copies ASCII faster than an encoder. Returns the length; undefined if the piece has other characters. */
function copyAscii(piece: string, bytes: Uint8Array): number | undefined {
  for (let at = 0; at < piece.length; at += 1) {
    const code = piece.charCodeAt(at);
    if (code > MAX_ASCII) return undefined;
    bytes[at] = code;
  }
  return piece.length;
}

/** The ranks of tokens by their bytes. */
class Ranks {
  readonly #table: TokenTable;
  /** Open addressing with linear probing; each used slot has the number of a token plus one. */
  readonly #slots: Uint32Array;

  constructor(table: TokenTable) {
    this.#table = table;
    const { bytes, ends } = table;
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(ends.length * SLOTS_A_TOKEN)));
    let start = 0;
    for (let token = 0; token < ends.length; token += 1) {
      const end = ends[token] as number;
      let slot = this.#slotOf(bytes, start, end);
      while (this.#slots[slot] !== 0) slot = this.#after(slot);
      this.#slots[slot] = token + 1;
      start = end;
    }
  }

  /** The rank of these bytes; infinite if they are not a token. */
  of(bytes: Uint8Array, start: number, end: number): number {
    let slot = this.#slotOf(bytes, start, end);
    for (;;) {
      const token = (this.#slots[slot] as number) - 1;
      if (token < 0) return Number.POSITIVE_INFINITY;
      if (this.#is(token, bytes, start, end)) return this.#table.ranks[token] as number;
      slot = this.#after(slot);
    }
  }

  #is(token: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { bytes: own, ends } = this.#table;
    const from = token === 0 ? 0 : (ends[token - 1] as number);
    if ((ends[token] as number) - from !== end - start) return false;
    for (let at = start; at < end; at += 1) {
      if (own[from + at - start] !== bytes[at]) return false;
    }
    return true;
  }

  /** FNV-1a, whose high bits are better than its low ones. */
  #slotOf(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at += 1) {
      hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    }
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1);
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }
}

/** Byte pair encoding: merges the two neighbours that make the token of the lowest rank, until none make one. */
function countMerged(bytes: Uint8Array, length: number, ranks: Ranks): number {
  if (ranks.of(bytes, 0, length) !== Number.POSITIVE_INFINITY) return 1;
  /** The start of each part, and the end of the last one. */
  const starts: number[] = [];
  /** The rank of each part merged with the next one. */
  const pairs: number[] = [];
  const rankOfPair = (part: number): number => {
    const end = starts[part + 2];
    return end === undefined
      ? Number.POSITIVE_INFINITY
      : ranks.of(bytes, starts[part] as number, end);
  };
  for (let start = 0; start <= length; start += 1) starts.push(start);
  for (let part = 0; part < length; part += 1) pairs.push(rankOfPair(part));
  for (;;) {
    let lowest = 0;
    for (let part = 1; part < pairs.length; part += 1) {
      if ((pairs[part] as number) < (pairs[lowest] as number)) lowest = part;
    }
    if (pairs[lowest] === Number.POSITIVE_INFINITY) return pairs.length;
    starts.splice(lowest + 1, 1);
    pairs.splice(lowest + 1, 1);
    pairs[lowest] = rankOfPair(lowest);
    if (lowest > 0) pairs[lowest - 1] = rankOfPair(lowest - 1);
  }
}
