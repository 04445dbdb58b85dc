/** A token as the tokenizer's package has it: its text, or its bytes if they are not valid text. */
export type TokenText = string | readonly number[];

/** The tokens of a vocabulary with more than one byte, concatenated in the order of their bytes. */
export interface TokenTable {
  bytes: Uint8Array;
  /** The end of each token in `bytes`, where the next one begins. */
  ends: Uint32Array;
  /** Of two pairs of tokens, the one with the lower rank is merged first. */
  ranks: Uint32Array;
}

/** Maximum length of a token. */
const MAX_BYTES = 255;

/** Levels for each doubling of a rank. */
const LEVELS_PER_DOUBLING = 2;

/** UTF-8 has no bytes from here on. Such a byte starts a token, and says how many bytes to drop from the previous one. */
const MARK = 0xf5;
/** The next byte says how many bytes to drop. */
const MARK_OF_MANY = 0xff;

/**
 * Encodes the tokens of a vocabulary, given in rank order, in few bytes: sorted, each as its difference from the
 * previous one, with only the level of its rank. Because ranks are rounded to levels, a word that is not a token itself
 * may count as one or two tokens more; over a text that is a thousandth. Single bytes are omitted: each is a token, and
 * no merge creates one.
 */
export function packTokens(tokens: readonly TokenText[]): Uint8Array {
  const entries = tokens
    .map((token, rank) => ({ bytes: bytesOf(token), level: levelOf(rank) }))
    .filter(({ bytes }) => bytes.length > 1);
  entries.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const parts: Uint8Array[] = [];
  let before: Uint8Array = new Uint8Array();
  for (const { bytes } of entries) {
    if (bytes.some((byte) => byte >= MARK))
      throw new Error('a token contains a byte that is reserved for marks');
    const common = commonStart(before, bytes);
    const lacks = before.length - common;
    const mark = MARK + lacks;
    parts.push(Uint8Array.from(mark < MARK_OF_MANY ? [mark] : [MARK_OF_MANY, lacks]));
    parts.push(bytes.subarray(common));
    before = bytes;
  }
  const head = Buffer.alloc(8);
  head.writeUInt32LE(entries.length);
  head.writeUInt32LE(
    entries.reduce((sum, { bytes }) => sum + bytes.length, 0),
    4,
  );
  return Buffer.concat([head, Buffer.from(entries.map(({ level }) => level)), ...parts]);
}

/** Decodes the output of `packTokens`. */
export function unpackTokens(packed: Buffer): TokenTable {
  const count = packed.readUInt32LE();
  const bytes = new Uint8Array(packed.readUInt32LE(4));
  const levels = packed.subarray(8, 8 + count);
  const ends = new Uint32Array(count);
  const groups = new Uint16Array(count);
  let from = 8 + count;
  let before = 0;
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const mark = packed[from++] as number;
    const lacks = mark === MARK_OF_MANY ? (packed[from++] as number) : mark - MARK;
    let end = start;
    for (let at = before; at < start - lacks; at += 1, end += 1) bytes[end] = bytes[at] as number;
    for (; (packed[from] as number) < MARK; from += 1, end += 1)
      bytes[end] = packed[from] as number;
    ends[index] = end;
    groups[index] = (levels[index] as number) * (MAX_BYTES + 1) + end - start;
    before = start;
    start = end;
  }
  return { bytes, ends, ranks: ranksOf(groups) };
}

/** Orders tokens by level, and within a level by length, because longer tokens are merged from shorter ones. */
function ranksOf(groups: Uint16Array): Uint32Array {
  const sizes = new Uint32Array(2 ** 16);
  for (const group of groups) sizes[group] = (sizes[group] as number) + 1;
  let total = 0;
  const next = sizes.map((size) => {
    total += size;
    return total - size;
  });
  return Uint32Array.from(groups, (group) => {
    const rank = next[group] as number;
    next[group] = rank + 1;
    return rank;
  });
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
