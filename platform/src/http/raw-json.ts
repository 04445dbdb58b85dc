import { randomUUID } from 'node:crypto';

/** Stands for a part that is put in afterwards; nobody can guess it. */
const MARK = randomUUID();
const PLACE = new RegExp(`"${MARK}(\\d+)"`, 'g');

let parts: string[] = [];

/** A value that was serialised elsewhere, to stand anywhere in an answer that `stringify` writes. */
export class RawJson {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  toJSON(): string {
    return `${MARK}${parts.push(this.json) - 1}`;
  }
}

/** As `JSON.stringify`, with what was serialised already as it is. */
export function stringify(value: object): string {
  parts = [];
  const text = JSON.stringify(value);
  return parts.length === 0
    ? text
    : text.replace(PLACE, (_, index) => parts[Number(index)] ?? 'null');
}
