import { excessOf } from '../../json/excess.ts';
import { isId, isObject, parseJson, type RequestId } from '../plain-json.ts';

const NEWLINE = 0x0a;

/** The longest message that is read, in bytes; the SDK's own limit. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Some readers, including Node's own `readline`, treat these as line ends as well. */
const SEPARATORS = ['\u2028', '\u2029'];

/** JSON on one line for every reader: characters that may be taken for a line end are escaped. */
export function asOneLine(line: string): string {
  if (!SEPARATORS.some((separator) => line.includes(separator))) return line;
  return line.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** A message that is not parsed, and what identifies it. */
export class UnreadMessage {
  /** Why it is not parsed. */
  readonly problem: string;
  readonly id: RequestId | undefined;
  /** Undefined for a response, and if it cannot be determined. */
  readonly method: string | undefined;

  constructor(problem: string, head: Buffer, tail: Buffer) {
    this.problem = problem;
    const { id, method } = {
      ...membersAtStart(head.toString('utf8', 0, KEPT_BYTES)),
      ...membersAtEnd(tail.subarray(-KEPT_BYTES).toString('utf8')),
    };
    this.id = isId(id) ? id : undefined;
    this.method = typeof method === 'string' ? method : undefined;
  }
}

/** Bytes at the start and at the end of an unread message that are searched for its id. */
const KEPT_BYTES = 1_000;

/**
 * The complete members before the first one that does not end here: the text before a comma is complete if it is JSON.
 */
function membersAtStart(head: string): Record<string, unknown> {
  let found = {};
  for (let at = head.indexOf(','); at !== -1; at = head.indexOf(',', at + 1)) {
    const members = parseJson(`${head.slice(0, at)}}`);
    if (isObject(members)) found = members;
  }
  return found;
}

/** The complete members after the last one that does not start here. */
function membersAtEnd(tail: string): Record<string, unknown> {
  for (let at = tail.indexOf(','); at !== -1; at = tail.indexOf(',', at + 1)) {
    const members = parseJson(`{${tail.slice(at + 1)}`);
    if (isObject(members)) return members;
  }
  return {};
}

/** Assembles lines from a stream of bytes. */
export class LineAssembler {
  #parts: Buffer[] = [];
  #length = 0;
  /** The start of a line that is too long. */
  #head: Buffer | undefined;

  /** The lines that end in this chunk, without their line ends. */
  push(chunk: Buffer): (string | UnreadMessage)[] {
    const lines: (string | UnreadMessage)[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** The last line of the stream, if it has no line end. */
  rest(): string | UnreadMessage {
    return this.#take();
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (part.length > 0) this.#parts.push(part);
    if (this.#length <= MAX_BYTES) return;
    const bytes = Buffer.concat(this.#parts);
    this.#head ??= Buffer.from(bytes.subarray(0, KEPT_BYTES));
    this.#parts = [Buffer.from(bytes.subarray(-KEPT_BYTES))];
  }

  #take(): string | UnreadMessage {
    const [first, ...more] = this.#parts;
    const line = more.length === 0 ? (first ?? Buffer.alloc(0)) : Buffer.concat(this.#parts);
    const head = this.#head;
    this.#parts = [];
    this.#length = 0;
    this.#head = undefined;
    const problem = head
      ? `A message is longer than ${MAX_BYTES} bytes.`
      : excessOf(line, 'A message');
    if (problem !== undefined) return new UnreadMessage(problem, head ?? line, line);
    return line.toString('utf8').replace(/\r$/, '');
  }
}
