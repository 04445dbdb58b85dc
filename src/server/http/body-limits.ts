/**
 * Maximum nesting of objects and lists in a body. The SDK serialises bodies again, which overflows the stack from
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

/** Commas seen so far at each level of nesting. Reused, because a body is read in one turn. */
const commas = new Uint32Array(MAX_LEVELS + 1);
const isObject = new Uint8Array(MAX_LEVELS + 1);

/** Why parsing and checking this JSON would make other callers wait; undefined if it would not. Reads each byte once. */
export function excessOf(body: Uint8Array): string | undefined {
  let level = 0;
  let values = 0;
  let inString = false;
  commas[0] = 0;
  isObject[0] = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) {
      values += 1;
      const members = (commas[level] ?? 0) + 1;
      commas[level] = members;
      if (values >= MAX_VALUES) return `The body has more than ${MAX_VALUES} values. Send fewer.`;
      if (isObject[level] && members >= MAX_MEMBERS)
        return `An object in the body has more than ${MAX_MEMBERS} members. Send fewer.`;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      level += 1;
      if (level > MAX_LEVELS)
        return `The body is nested deeper than ${MAX_LEVELS} levels. Send it flatter.`;
      commas[level] = 0;
      isObject[level] = byte === OPEN_OBJECT ? 1 : 0;
    } else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && level > 0) level -= 1;
  }
  return undefined;
}
