/** Deeper bodies overflow the stack of code that reads them. */
const MAX_LEVELS = 1_000;

/** Maximum members of one object: each is compared with the names in the schema. */
const MAX_MEMBERS = 25_000;

/** Maximum members of all objects and lists together: the document tree of a page of 20,000 paragraphs. */
const MAX_VALUES = 200_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const OBJECT = 0x7b;

/**
 * Why parsing and checking this JSON would make others wait; undefined if it would not. Reads each byte once at most.
 */
export function excessOf(body: Buffer): string | undefined {
  const open: { isObject: boolean; members: number }[] = [];
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === QUOTE) at = endOfString(body, at);
    else if (byte === COMMA) {
      const around = open.at(-1);
      values += 1;
      if (values >= MAX_VALUES) return `it has more than ${MAX_VALUES} values`;
      if (!around?.isObject) continue;
      around.members += 1;
      if (around.members >= MAX_MEMBERS) return `an object has more than ${MAX_MEMBERS} members`;
    } else if (OPENING.has(byte)) {
      if (open.length === MAX_LEVELS) return `it is nested deeper than ${MAX_LEVELS} levels`;
      open.push({ isObject: byte === OBJECT, members: 0 });
    } else if (CLOSING.has(byte)) open.pop();
  }
  return undefined;
}

function endOfString(body: Buffer, start: number): number {
  for (let end = body.indexOf(QUOTE, start + 1); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (body[end - slashes - 1] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return body.length;
}
