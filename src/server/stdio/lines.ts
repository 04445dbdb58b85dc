const NEWLINE = 0x0a;

/** The longest message that is read, in bytes; the SDK's own limit. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Some readers, Node's own `readline` among them, take these for the end of a line as well. */
const SEPARATORS = ['\u2028', '\u2029'];

/** A line of JSON that anybody takes for one line: what may be taken for the end of it is escaped. */
export function asOneLine(line: string): string {
  if (!SEPARATORS.some((separator) => line.includes(separator))) return line;
  return line.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Puts together the lines of a stream of bytes. */
export class Lines {
  #parts: Buffer[] = [];
  #length = 0;

  /**
   * The lines that end in this chunk, without their ends.
   * @throws {Error} when a line gets longer than a message may be.
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

  /** What is left at the end of the stream: a line whose end nobody wrote. */
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
