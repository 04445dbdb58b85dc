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

/** Assembles lines from a stream of bytes. */
export class LineAssembler {
  #parts: Buffer[] = [];
  #length = 0;

  /**
   * The lines that end in this chunk, without their line ends.
   * @throws {Error} when a line exceeds the maximum length of a message.
   */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
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
  rest(): string {
    return this.#take();
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_BYTES) throw new Error(`A message is longer than ${MAX_BYTES} bytes.`);
    if (part.length > 0) this.#parts.push(part);
  }

  #take(): string {
    const [first, ...more] = this.#parts;
    const line = more.length === 0 ? (first ?? Buffer.alloc(0)) : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return line.toString('utf8').replace(/\r$/, '');
  }
}
