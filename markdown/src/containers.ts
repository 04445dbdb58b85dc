import { charge } from './meter.ts';

/** A quote, or a list item with the column of its content. */
export type Container = { kind: 'quote' } | { kind: 'item'; column: number };

/** Deeper nesting is read as text, so that the cost of a line is bounded by its length. */
export const MAX_DEPTH = 100;

const TAB = 9;
const SPACE = 32;
const QUOTE = 0x3e;
const TAB_WIDTH = 4;

/** A position on a line: its offset in the text, and its column with tabs expanded. */
export class Cursor {
  readonly #text: string;
  readonly end: number;
  at: number;
  column = 0;

  constructor(text: string, at: number, end: number) {
    this.#text = text;
    this.at = at;
    this.end = end;
  }

  get code(): number {
    return this.at < this.end ? this.#text.charCodeAt(this.at) : -1;
  }

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  /** Skips spaces and tabs up to a column, and returns their width. */
  skipSpace(upTo = Number.POSITIVE_INFINITY): number {
    const from = this.column;
    while (this.at < this.end && this.column < upTo) {
      const code = this.#text.charCodeAt(this.at);
      if (code === SPACE) this.column += 1;
      else if (code === TAB) this.column += TAB_WIDTH - (this.column % TAB_WIDTH);
      else break;
      this.at += 1;
    }
    charge(this.column - from + 1);
    return this.column - from;
  }

  advance(characters: number): void {
    this.at += characters;
    this.column += characters;
  }

  /** Skips a quote marker and the one space that belongs to it. */
  skipQuote(): void {
    this.advance(1);
    if (this.code === SPACE) this.advance(1);
    else if (this.code === TAB) this.skipSpace(this.column + 1);
  }
}

/** The number of open containers that a line continues; leaves the cursor after their markers. */
export function continuedContainers(containers: readonly Container[], cursor: Cursor): number {
  let count = 0;
  for (const container of containers) {
    const { at, column } = cursor;
    const indent = cursor.skipSpace();
    if (container.kind === 'quote') {
      if (indent > 3 || cursor.code !== QUOTE) return moveBack(cursor, at, column, count);
      cursor.skipQuote();
    } else {
      if (!cursor.isAtEnd && cursor.column < container.column)
        return moveBack(cursor, at, column, count);
      if (!cursor.isAtEnd) {
        moveBack(cursor, at, column, count);
        cursor.skipSpace(container.column);
      }
    }
    count += 1;
  }
  return count;
}

function moveBack(cursor: Cursor, at: number, column: number, count: number): number {
  cursor.at = at;
  cursor.column = column;
  return count;
}

const BULLETS = new Set(['-', '+', '*'].map((mark) => mark.charCodeAt(0)));
const ORDERED = /\d{1,9}[.)](?=[ \t]|$)/my;
const BULLET = /[-+*](?=[ \t]|$)/my;

/** Skips a list marker and returns the item; undefined, without moving, if there is none. */
export function openItem(
  text: string,
  cursor: Cursor,
  inParagraph: boolean,
): Container | undefined {
  const pattern = BULLETS.has(cursor.code) ? BULLET : ORDERED;
  pattern.lastIndex = cursor.at;
  const mark = pattern.exec(text)?.[0];
  if (mark === undefined || cursor.at + mark.length > cursor.end) return undefined;
  const { at, column } = cursor;
  cursor.advance(mark.length);
  const afterMark = { at: cursor.at, column: cursor.column };
  const space = cursor.skipSpace();
  const isEmpty = cursor.isAtEnd;
  // In the middle of a paragraph, a number other than 1 or an empty item does not begin a list.
  if (inParagraph && (isEmpty || (pattern === ORDERED && mark.slice(0, -1) !== '1'))) {
    moveBack(cursor, at, column, 0);
    return undefined;
  }
  if (isEmpty || space > TAB_WIDTH) {
    moveBack(cursor, afterMark.at, afterMark.column, 0);
    if (!isEmpty) cursor.skipSpace(afterMark.column + 1);
    return { kind: 'item', column: afterMark.column + 1 };
  }
  return { kind: 'item', column: cursor.column };
}
