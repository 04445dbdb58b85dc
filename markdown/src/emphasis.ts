import { isPunctuation, isSpace } from './characters.ts';
import type { Range } from './range.ts';
import { hasJoinedWords } from './writing.ts';

interface Delimiter {
  character: string;
  start: number;
  length: number;
  opens: boolean;
  closes: boolean;
}

/** Finds emphasis delimiters in inline text; unpaired ones are text. */
export class Emphasis {
  readonly #delimiters: Delimiter[] = [];

  /** Reads the delimiter run at an offset and returns its length. */
  take(text: string, at: number, from: number, end: number): number {
    const character = text.charAt(at);
    let after = at + 1;
    while (after < end && text.charAt(after) === character) after += 1;
    const before = at > from ? text.charAt(at - 1) : ' ';
    const next = after < end ? text.charAt(after) : ' ';
    const isStrong = character === '*' && after - at > 1;
    const left = flanks(before, next, isStrong);
    const right = flanks(next, before, isStrong);
    const isWordMark = character === '_';
    this.#delimiters.push({
      character,
      start: at,
      length: after - at,
      opens: left && (!isWordMark || !right || isPunctuation(before)),
      closes: right && (!isWordMark || !left || isPunctuation(next)),
    });
    return after - at;
  }

  /** Leaves out the delimiters from an offset on. */
  forget(from: number): void {
    while ((this.#delimiters.at(-1)?.start ?? -1) >= from) this.#delimiters.pop();
  }

  /** The delimiters that are not text. */
  marks(): Range[] {
    const marks: Range[] = [];
    const open = new Map<string, { delimiter: Delimiter; left: number }[]>();
    for (const delimiter of this.#delimiters) {
      const { character, start, length, opens, closes } = delimiter;
      const stack = open.get(character) ?? [];
      open.set(character, stack);
      let left = length;
      while (closes && left > 0) {
        const opener = stack.at(-1);
        if (!opener) break;
        if (character === '~' && opener.left !== left) break;
        const used = Math.min(2, left, opener.left);
        const inner = opener.delimiter.start + opener.left;
        marks.push({ start: inner - used, end: inner });
        marks.push({ start: start + length - left, end: start + length - left + used });
        left -= used;
        opener.left -= used;
        if (opener.left === 0) stack.pop();
      }
      if (opens && left > 0)
        stack.push({
          delimiter: { ...delimiter, start: start + length - left, length: left },
          left,
        });
    }
    return marks;
  }
}

/**
 * Whether a delimiter run between these characters can open emphasis. CommonMark wants a space outside of punctuation;
 * languages without spaces have none.
 */
function flanks(outside: string, inside: string, isStrong: boolean): boolean {
  if (isSpace(inside.charCodeAt(0))) return false;
  const isApart = isSpace(outside.charCodeAt(0)) || isPunctuation(outside);
  return !isPunctuation(inside) || isApart || (isStrong && hasJoinedWords(outside));
}
