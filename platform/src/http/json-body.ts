import { isUtf8 } from 'node:buffer';
import { badRequest } from '../errors.ts';
import { type Pause, turns } from '../runtime/turns.ts';
import { newToken } from '../store/ids.ts';

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

/** A text of more bytes is parsed by itself, and others get turns in between. */
const LONG_TEXT_BYTES = 250;

const BYTE_ORDER_MARK = /^\ufeff/;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const OBJECT = 0x7b;

/** Number of steps between two checks of the clock. */
const STEPS = 4_096;

/** A string in the body, with its quotes. */
type Span = readonly [start: number, end: number];

/**
 * Parses a body, and yields to other work in between. @throws {ApiError} 400 if it is not JSON, or has more parts than
 * others should wait for.
 */
export async function parseBody(body: Buffer): Promise<unknown> {
  const pause = turns();
  const spans = await longTextsIn(body, pause);
  if (spans.length === 0) return parsed(body);
  const mark = newToken();
  const texts = new Map<string, string>();
  const others: Buffer[] = [];
  let done = 0;
  for (const [start, end] of spans) {
    await pause();
    const name = mark + texts.size;
    texts.set(name, await longText(body.subarray(start + 1, end - 1), pause));
    others.push(body.subarray(done, start), Buffer.from(JSON.stringify(name)));
    done = end;
  }
  others.push(body.subarray(done));
  return await withTexts(parsed(Buffer.concat(others)), texts, pause);
}

/** Bytes of a text that are parsed at once. */
const PIECE_BYTES = 256 * 1024;

/** A text without its quotes, parsed piece by piece. */
async function longText(inside: Buffer, pause: Pause): Promise<string> {
  const pieces: string[] = [];
  for (let start = 0; start < inside.length; ) {
    await pause();
    const end = endOfPiece(inside, start);
    pieces.push(
      parsed(Buffer.concat([QUOTE_BYTES, inside.subarray(start, end), QUOTE_BYTES])) as string,
    );
    start = end;
  }
  return pieces.join('');
}

const QUOTE_BYTES = Buffer.from([QUOTE]);

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

/** Bytes of the longest escape, such as `\u0000`. */
const MAX_ESCAPE = 6;

/** Finds long texts, and refuses a body that has too many parts. Looks at each byte once at most. */
async function longTextsIn(body: Buffer, pause: Pause): Promise<Span[]> {
  const texts: Span[] = [];
  const open: { isObject: boolean; members: number }[] = [];
  let text: Span = [0, 0];
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
      text = [start, at + 1];
      if (at - start > LONG_TEXT_BYTES) {
        texts.push(text);
        textBytes += at - start;
      }
    } else if (byte === COLON) {
      names += text[1] - text[0];
      if (names > MAX_NAME_BYTES) throw excess(`its names have more than ${MAX_NAME_BYTES} bytes`);
      if (texts.at(-1) === text) texts.pop();
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
  return texts;
}

/** The next quote after `at` of a text that starts at `start`. @throws {ApiError} 400 if the text is too long. */
function textQuote(body: Buffer, at: number, start: number): number {
  const next = body.indexOf(QUOTE, at + 1);
  const end = next < 0 ? body.length : next;
  if (end - start > MAX_TEXT_BYTES) throw excess(`a text has more than ${MAX_TEXT_BYTES} bytes`);
  return end;
}

function isEscaped(body: Buffer, at: number, start = 0): boolean {
  let slashes = 0;
  while (at < body.length && at - slashes > start && body[at - slashes - 1] === BACKSLASH) {
    slashes += 1;
  }
  return slashes % 2 === 1;
}

/** Inserts the texts at their placeholders. */
async function withTexts(
  value: unknown,
  texts: ReadonlyMap<string, string>,
  pause: Pause,
): Promise<unknown> {
  const root = { value };
  const pending: object[] = [root];
  let step = 0;
  for (let around = pending.pop(); around; around = pending.pop()) {
    for (const [name, member] of Object.entries(around)) {
      step += 1;
      if (step % STEPS === 0) await pause();
      if (typeof member === 'object' && member !== null) pending.push(member);
      else if (typeof member === 'string' && texts.has(member)) {
        (around as Record<string, unknown>)[name] = texts.get(member);
      }
    }
  }
  return root.value;
}

function excess(why: string): Error {
  return badRequest(`The body is too complex: ${why}`);
}

/** A strict `TextDecoder` would take several times as long. */
function parsed(bytes: Buffer): unknown {
  try {
    if (isUtf8(bytes)) return JSON.parse(bytes.toString().replace(BYTE_ORDER_MARK, ''));
  } catch {
    // It is no JSON either.
  }
  throw badRequest('The body is not valid JSON');
}
