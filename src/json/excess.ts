/**
 * Maximum nesting of objects and lists in what a caller sends. The SDK serialises bodies again, which overflows the stack from
 * about 5,000 levels on.
 */
const MAX_LEVELS = 1_000;

/** Maximum members of one object: each is checked against the tool's argument names. */
const MAX_MEMBERS = 5_000;

/** Maximum members of all objects and lists together. */
const MAX_VALUES = 200_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Commas seen so far at each level of nesting. Reused, because all of the JSON is read in one turn. */
const commas = new Uint32Array(MAX_LEVELS + 1);
const isObject = new Uint8Array(MAX_LEVELS + 1);

/** What may still be parsed of the JSON that one caller sends at once. */
export interface JsonAllowance {
  /** Members of all objects and lists. */
  values: number;
}

export const jsonAllowance = (): JsonAllowance => ({ values: MAX_VALUES });

/**
 * Why parsing and checking this JSON would make other callers wait; undefined if it would not. Reads each byte once.
 * @param name what the JSON is; the reason begins with it.
 */
export function excessOf(
  json: Uint8Array,
  name: string,
  left = jsonAllowance(),
): string | undefined {
  let level = 0;
  let inString = false;
  commas[0] = 0;
  isObject[0] = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) {
      left.values -= 1;
      const members = (commas[level] ?? 0) + 1;
      commas[level] = members;
      if (left.values <= 0) return `${name} has more than ${MAX_VALUES} values. Send fewer.`;
      if (isObject[level] && members >= MAX_MEMBERS)
        return `${name} has an object of more than ${MAX_MEMBERS} members. Send fewer.`;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      level += 1;
      if (level > MAX_LEVELS)
        return `${name} is nested deeper than ${MAX_LEVELS} levels. Send it flatter.`;
      commas[level] = 0;
      isObject[level] = byte === OPEN_OBJECT ? 1 : 0;
    } else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && level > 0) level -= 1;
  }
  return undefined;
}
