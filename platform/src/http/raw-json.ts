import { randomUUID } from 'node:crypto';

/** An unguessable placeholder for a part that is inserted later. */
const MARK = randomUUID();
const PLACE = new RegExp(`"${MARK}(\\d+)"`);

/** The parts of the JSON that is being written. */
let parts: RawJson[] = [];

/** An already serialized value in UTF-8, for use anywhere in what a `JsonWriter` writes. */
export class RawJson {
  readonly #json: Uint8Array;

  constructor(json: Uint8Array) {
    this.#json = json;
  }

  get json(): Uint8Array {
    return this.#json;
  }

  toJSON(): string {
    return `${MARK}${parts.push(this) - 1}`;
  }
}

/** Writes JSON with already serialized values in it, which may be long and are neither copied nor searched. */
export class JsonWriter {
  readonly #parts: RawJson[] = [];

  /** A text with placeholders, or a piece of one. */
  readonly write = (value: unknown): string | undefined => {
    parts = this.#parts;
    return JSON.stringify(value);
  };

  /** A written text in order, with the values that belong at its placeholders. */
  pieces(text: string): (string | Uint8Array)[] {
    if (this.#parts.length === 0) return [text];
    return text
      .split(PLACE)
      .map((piece, at) => (at % 2 === 0 ? piece : (this.#parts[Number(piece)]?.json ?? 'null')));
  }
}
