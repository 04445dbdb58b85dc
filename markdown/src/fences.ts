import type { Cursor } from './containers.ts';
import { charge } from './meter.ts';

/** The line that begins a block of code or a formula. */
export interface Fence {
  type: 'code' | 'formula';
  mark: string;
  length: number;
  /** The info string of code. */
  info: string;
}

const FENCE = /`{3,}|~{3,}|\${2,}/y;
const FORMULA_END = /^[ \t>]*\${2,}[ \t\r]*$/;

/** Finds the fences of a text. */
export class FenceReader {
  readonly #text: string;
  #lastFormulaEnd: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The fence that the line at the cursor is. A formula that nothing closes is text. */
  opened({ at, end }: Cursor): Fence | undefined {
    const mark = this.#text.charAt(at);
    if (mark !== '`' && mark !== '~' && mark !== '$') return undefined;
    FENCE.lastIndex = at;
    const length = FENCE.exec(this.#text)?.[0].length;
    if (length === undefined) return undefined;
    const info = this.#text.slice(at + length, end).trim();
    charge(end - at);
    if (mark !== '$') {
      return mark === '`' && info.includes('`') ? undefined : { type: 'code', mark, length, info };
    }
    this.#lastFormulaEnd ??= lastFormulaEnd(this.#text);
    return info === '' && this.#lastFormulaEnd > end
      ? { type: 'formula', mark, length, info }
      : undefined;
  }
}

/** Start of the last line that may close a formula; -1 if there is none. */
function lastFormulaEnd(text: string): number {
  for (let at = text.length; ; ) {
    at = at > 0 ? text.lastIndexOf('$$', at - 1) : -1;
    if (at < 0) return -1;
    const start = text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', at);
    const line = text.slice(start, end < 0 ? undefined : end);
    charge(line.length);
    if (FORMULA_END.test(line)) return start;
    at = start;
  }
}

/** Whether the line at the cursor closes a fence. */
export function closesFence(text: string, cursor: Cursor, { mark, length }: Fence): boolean {
  const line = text.slice(cursor.at, cursor.end);
  charge(line.length);
  const marks = line.trim();
  const indent = line.length - line.trimStart().length;
  if (indent > 3 || marks.length < length || marks.charAt(0) !== mark) return false;
  for (let at = 0; at < marks.length; at += 1) if (marks.charAt(at) !== mark) return false;
  return true;
}
