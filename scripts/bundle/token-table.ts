import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** A token as the tokenizer expects it: its text, or its bytes if they are not valid text. */
export type TokenText = string | readonly number[];

/** Maximum length of a token. */
const MAX_BYTES = 255;

const MAX_ASCII = 0x7f;

const BYTE_ORDER_MARK = 0xefbbbf;

/** Levels for each doubling of a rank. */
const LEVELS_PER_DOUBLING = 2;

/**
 * Encodes the tokens of a vocabulary, given in rank order, in few bytes. They are sorted and prefix-compressed, and
 * only the level of each rank is kept. Therefore a word that is not a token itself may be counted with one or two
 * tokens more, a thousandth of a text.
 */
export function packTokens(tokens: readonly TokenText[]): Uint8Array {
  const entries = tokens.map((token, rank) => ({ bytes: bytesOf(token), level: levelOf(rank) }));
  entries.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const shared: number[] = [];
  const added: Uint8Array[] = [];
  let before: Uint8Array = new Uint8Array();
  for (const { bytes } of entries) {
    const common = commonStart(before, bytes);
    shared.push(common);
    added.push(bytes.subarray(common));
    before = bytes;
  }
  const count = Buffer.alloc(4);
  count.writeUInt32LE(entries.length);
  const lengths = added.map(({ length }) => length);
  const levels = entries.map(({ level }) => level);
  return Buffer.concat([
    count,
    ...[shared, lengths, levels].map((list) => Buffer.from(list)),
    ...added,
  ]);
}

/** Decodes the output of `packTokens` from a Brotli-compressed file. */
export function readTokens(file: URL): TokenText[] {
  const packed = brotliDecompressSync(readFileSync(file));
  const count = packed.readUInt32LE();
  const column = (number: number) => packed.subarray(4 + number * count, 4 + (number + 1) * count);
  const [shared, lengths, levels] = [column(0), column(1), column(2)];
  const buckets: TokenText[][][] = [];
  const token = Buffer.alloc(MAX_BYTES);
  let at = 4 + 3 * count;
  for (let index = 0; index < count; index += 1) {
    const start = shared[index] as number;
    const end = at + (lengths[index] as number);
    const length = start + end - at;
    for (let to = start; at < end; to += 1, at += 1) token[to] = packed[at] as number;
    const level = levels[index] as number;
    buckets[level] ??= [];
    buckets[level][length] ??= [];
    buckets[level][length].push(tokenOf(token, length));
  }
  // Within a level, longer tokens were merged later from shorter ones.
  return buckets.flatMap((level) => level.flat());
}

function levelOf(rank: number): number {
  return Math.floor(Math.log2(rank + 1) * LEVELS_PER_DOUBLING);
}

function bytesOf(token: TokenText): Uint8Array {
  return typeof token === 'string' ? Buffer.from(token) : Buffer.from(token);
}

function commonStart(a: Uint8Array, b: Uint8Array): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** A text that begins with a byte order mark is given as bytes, because decoders drop the mark. */
function tokenOf(buffer: Buffer, length: number): TokenText {
  if (isAsciiUpTo(buffer, length)) return buffer.toString('latin1', 0, length);
  const bytes = buffer.subarray(0, length);
  const isText = isUtf8(bytes) && !(length >= 3 && bytes.readUIntBE(0, 3) === BYTE_ORDER_MARK);
  return isText ? bytes.toString() : [...bytes];
}

/** Most tokens are ASCII, which is read many times faster. */
function isAsciiUpTo(buffer: Buffer, length: number): boolean {
  for (let index = 0; index < length; index += 1) {
    if ((buffer[index] as number) > MAX_ASCII) return false;
  }
  return true;
}
