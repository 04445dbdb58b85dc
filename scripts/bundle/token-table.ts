/** A token as the tokenizer's package has it: its text, or its bytes if they are not valid text. */
export type TokenText = string | readonly number[];

/** The tokens of a vocabulary, sorted by their bytes and one after the other. */
export interface TokenTable {
  bytes: Uint8Array;
  /** Where each token ends in `bytes`, and the next one begins. */
  ends: Uint32Array;
  /** Of two pairs of tokens, the one with the lower rank is merged first. */
  ranks: Uint32Array;
}

/** Maximum length of a token. */
const MAX_BYTES = 255;

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

/** Decodes the output of `packTokens`. */
export function unpackTokens(packed: Buffer): TokenTable {
  const count = packed.readUInt32LE();
  const column = (number: number) => packed.subarray(4 + number * count, 4 + (number + 1) * count);
  const [shared, lengths, levels] = [column(0), column(1), column(2)];
  const lengthOf = (index: number) => (shared[index] as number) + (lengths[index] as number);
  const ends = new Uint32Array(count);
  const groups = new Uint16Array(count);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    total += lengthOf(index);
    ends[index] = total;
    groups[index] = (levels[index] as number) * (MAX_BYTES + 1) + lengthOf(index);
  }
  const bytes = new Uint8Array(total);
  let from = 4 + 3 * count;
  let before = 0;
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const end = ends[index] as number;
    const own = start + (shared[index] as number);
    for (let to = start; to < own; to += 1) bytes[to] = bytes[before + to - start] as number;
    for (let to = own; to < end; to += 1, from += 1) bytes[to] = packed[from] as number;
    before = start;
    start = end;
  }
  return { bytes, ends, ranks: ranksOf(groups) };
}

/** Ranks by level, and within a level by length, because longer tokens were merged later from shorter ones. */
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
