import { randomUUID } from 'node:crypto';

/** An unguessable placeholder for a part that is inserted later. */
const MARK = randomUUID();
const PLACE = new RegExp(`"${MARK}(\\d+)"`, 'g');

let parts: string[] = [];

/** An already serialized value, for use anywhere in the input of `stringify`. */
export class RawJson {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  toJSON(): string {
    return `${MARK}${parts.push(this.json) - 1}`;
  }
}

/** `JSON.stringify` that inserts already serialized values verbatim. */
export function stringify(value: unknown): string {
  // It may be long: neither copy it nor look for places in it.
  if (value instanceof RawJson) return value.json;
  parts = [];
  const text = JSON.stringify(value) ?? 'null';
  return parts.length === 0
    ? text
    : text.replace(PLACE, (_, index) => parts[Number(index)] ?? 'null');
}
