import { isUtf8 } from 'node:buffer';
import { badRequest } from '../errors.ts';
import { type Pause, turns } from '../runtime/turns.ts';
import { isEscaped, parseInTurns } from './json-pieces.ts';

/** Deeper bodies overflow the stack of code that reads them. */
const MAX_LEVELS = 1_000;

/** Maximum members of one object: each is compared with the names in the schema. */
const MAX_MEMBERS = 25_000;

/** Maximum members of all objects and lists together: the document tree of a page of 20,000 paragraphs. */
const MAX_VALUES = 200_000;

/** Maximum bytes of the names of all members. */
const MAX_NAME_BYTES = 4_000_000;

/** Maximum bytes of everything except long texts. */
const MAX_OTHER_BYTES = 10_000_000;

/** Maximum bytes of one text. */
const MAX_TEXT_BYTES = 12_000_000;

/** A text of more bytes is long. */
const LONG_TEXT_BYTES = 250;

/** A smaller body is parsed at once. */
const SMALL_BYTES = 8 * 1024;

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const OBJECT = 0x7b;

/** Number of steps between two checks of the clock. */
const STEPS = 4_096;

/**
 * Parses a body, and yields to other work in between. @throws {ApiError} 400 if it is not JSON, or has more parts than
 * others should wait for.
 */
export async function parseBody(body: Buffer): Promise<unknown> {
  const pause = turns();
  await requireSimple(body, pause);
  try {
    const isMarked = body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    const json = isMarked ? body.subarray(BYTE_ORDER_MARK.length) : body;
    // A strict `TextDecoder` would take several times as long.
    if (isUtf8(json)) {
      return json.length <= SMALL_BYTES
        ? JSON.parse(json.toString())
        : await parseInTurns(json, pause);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw badRequest('The body is not valid JSON');
}

/** Refuses a body that has too many parts. Looks at each byte once at most. */
async function requireSimple(body: Buffer, pause: Pause): Promise<void> {
  const open: { isObject: boolean; members: number }[] = [];
  let text = 0;
  let values = 0;
  let names = 0;
  let textBytes = 0;
  for (let at = 0, step = 1; at < body.length; at += 1, step += 1) {
    if (step % STEPS === 0) await pause();
    const byte = body[at] as number;
    if (byte === QUOTE) {
      const start = at;
      for (at = textQuote(body, at, start); isEscaped(body, at); step += 1) {
        if (step % STEPS === 0) await pause();
        at = textQuote(body, at, start);
      }
      text = at + 1 - start;
      if (at - start > LONG_TEXT_BYTES) textBytes += at - start;
    } else if (byte === COLON) {
      names += text;
      if (names > MAX_NAME_BYTES) throw excess(`its names have more than ${MAX_NAME_BYTES} bytes`);
    } else if (byte === COMMA) {
      const around = open.at(-1);
      values += 1;
      if (values >= MAX_VALUES) throw excess(`it has more than ${MAX_VALUES} values`);
      if (!around?.isObject) continue;
      around.members += 1;
      if (around.members >= MAX_MEMBERS) {
        throw excess(`an object has more than ${MAX_MEMBERS} members`);
      }
    } else if (OPENING.has(byte)) {
      if (open.length === MAX_LEVELS) throw excess(`it is nested deeper than ${MAX_LEVELS} levels`);
      open.push({ isObject: byte === OBJECT, members: 0 });
    } else if (CLOSING.has(byte)) open.pop();
  }
  if (body.length - textBytes > MAX_OTHER_BYTES) {
    throw excess(`it has more than ${MAX_OTHER_BYTES} bytes besides long texts`);
  }
}

/** The next quote after `at` of a text that starts at `start`. @throws {ApiError} 400 if the text is too long. */
function textQuote(body: Buffer, at: number, start: number): number {
  const next = body.indexOf(QUOTE, at + 1);
  const end = next < 0 ? body.length : next;
  if (end - start > MAX_TEXT_BYTES) throw excess(`a text has more than ${MAX_TEXT_BYTES} bytes`);
  return end;
}

function excess(why: string): Error {
  return badRequest(`The body is too complex: ${why}`);
}
