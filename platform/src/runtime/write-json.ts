import { eachInTurns, mapInTurns, turns } from './turns.ts';

/** How many characters a number, a name or a bracket counts as. */
const EACH = 8;

/**
 * About how many characters the JSON of this data has. Stops counting beyond `most`, so it is always fast; any larger
 * result only means "more".
 */
export function weightOf(data: unknown, most: number): number {
  if (typeof data === 'string') return EACH + data.length;
  let weight = EACH;
  if (typeof data !== 'object' || data === null) return weight;
  if (Array.isArray(data)) {
    for (let index = 0; index < data.length && weight <= most; index += 1) {
      weight += weightOf(data[index], most - weight);
    }
    return weight;
  }
  for (const name in data) {
    weight += EACH + weightOf((data as Record<string, unknown>)[name], most - weight);
    if (weight > most) break;
  }
  return weight;
}

/** About how many characters are written at once. */
const CHUNK = 64 * 1024;

/** A text in parts of at most so many characters, and none of them cuts a character in two. */
export function partsOf(text: string, most: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + most;
    const isInside = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 && end < text.length;
    parts.push(text.slice(at, isInside ? end - 1 : end));
    at = isInside ? end - 1 : end;
  }
  return parts;
}

type Write = (value: unknown) => string | undefined;

/**
 * Writes JSON as `JSON.stringify` does, in pieces, yielding to other work in between. For data that was parsed from
 * JSON, or whose objects with a `toJSON` are small.
 * @param chunk about how many characters are written at once.
 * @param write writes what is small.
 * @returns the pieces; joined, they are the text.
 */
export async function writeInTurns(
  data: unknown,
  chunk = CHUNK,
  write: Write = JSON.stringify,
): Promise<string[]> {
  const pieces: string[] = [];
  const turn = turns();
  for (const piece of piecesOf(data, chunk, write)) {
    pieces.push(piece);
    await turn();
  }
  return pieces;
}

/**
 * Writes JSON as UTF-8 into memory that threads share, yielding to other work in between. A message with the text
 * itself would be copied at once.
 */
export async function encodeInTurns(data: unknown, chunk = CHUNK): Promise<SharedArrayBuffer> {
  const turn = turns();
  const pieces = await mapInTurns(
    await writeInTurns(data, chunk),
    (piece) => Buffer.from(piece),
    turn,
  );
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const shared = new SharedArrayBuffer(size);
  const bytes = Buffer.from(shared);
  let end = 0;
  await eachInTurns(
    pieces,
    (piece) => {
      end += piece.copy(bytes, end);
    },
    turn,
  );
  return shared;
}

function* piecesOf(value: unknown, chunk: number, write: Write): Generator<string> {
  if (typeof value !== 'object' || value === null || weightOf(value, chunk) <= chunk) {
    yield write(value) ?? 'null';
  } else if (Array.isArray(value)) yield* piecesOfList(value, chunk, write);
  else if (typeof (value as { toJSON?: unknown }).toJSON === 'function')
    yield write(value) ?? 'null';
  else yield* piecesOfObject(value, chunk, write);
}

/** Small items are written together. */
function* piecesOfList(list: readonly unknown[], chunk: number, write: Write): Generator<string> {
  let sign = '[';
  let light: unknown[] = [];
  let weight = 0;
  for (const item of list) {
    const more = weightOf(item, chunk);
    if (weight + more > chunk && light.length > 0) {
      yield sign + write(light)?.slice(1, -1);
      sign = ',';
      light = [];
      weight = 0;
    }
    if (more > chunk) {
      yield sign;
      yield* piecesOf(item, chunk, write);
      sign = ',';
    } else {
      light.push(item);
      weight += more;
    }
  }
  yield light.length > 0 ? `${sign}${write(light)?.slice(1, -1)}]` : ']';
}

function* piecesOfObject(object: object, chunk: number, write: Write): Generator<string> {
  let sign = '{';
  for (const [name, member] of Object.entries(object)) {
    if (member === undefined) continue;
    yield `${sign}${JSON.stringify(name)}:`;
    yield* piecesOf(member, chunk, write);
    sign = ',';
  }
  yield sign === '{' ? '{}' : '}';
}
