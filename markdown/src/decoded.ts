import { ESCAPED, entityAt } from './characters.ts';
import type { Range } from './range.ts';

const CONTROL = /\p{Cc}/u;

/** A character that the source writes as an escape or an entity. */
interface Encoded {
  /** Offsets in the source. */
  start: number;
  end: number;
  /** Offset in the decoded text. */
  at: number;
  text: string;
}

/** A markdown text with its escapes and entities decoded, as readers see them, and the way back to the source. */
export class DecodedText {
  readonly text: string;
  readonly #encoded: readonly Encoded[];

  /** `isLiteral` tells whether a range of the source, such as code, has neither escapes nor entities. */
  constructor(source: string, isLiteral: (range: Range) => boolean) {
    const encoded: Encoded[] = [];
    let text = '';
    let done = 0;
    for (const { 0: match, 1: escaped, index: start } of source.matchAll(ESCAPED)) {
      const end = start + match.length;
      const decodedCharacter = escaped ?? entityAt(match, 0)?.text.replaceAll('\u00a0', ' ');
      if (
        decodedCharacter === undefined ||
        CONTROL.test(decodedCharacter) ||
        isLiteral({ start, end })
      )
        continue;
      text += source.slice(done, start);
      encoded.push({ start, end, at: text.length, text: decodedCharacter });
      text += decodedCharacter;
      done = end;
    }
    this.text = text + source.slice(done);
    this.#encoded = encoded;
  }

  /** The range of the source that a range of the decoded text stands for, with whole escapes and entities. */
  inSource({ start, end }: Range): Range {
    return { start: this.#sourceOf(start, 'start'), end: this.#sourceOf(end, 'end') };
  }

  #sourceOf(at: number, edge: keyof Range): number {
    let [low, high] = [0, this.#encoded.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { at: from } = this.#encoded[middle] as Encoded;
      if (from < at || (edge === 'start' && from === at)) low = middle + 1;
      else high = middle;
    }
    const before = this.#encoded[low - 1];
    if (!before) return at;
    const after = before.at + before.text.length;
    if (at >= after) return before.end + (at - after);
    return before[edge];
  }
}

/** A text in which the characters that `source` encodes are encoded as there. */
export function encodedAs(source: string, text: string): string {
  const forms = new Map<string, string>();
  for (const [match, escaped] of source.matchAll(ESCAPED)) {
    const decodedCharacter = escaped ?? entityAt(match, 0)?.text;
    if (decodedCharacter !== undefined) forms.set(decodedCharacter, match);
  }
  if (forms.size === 0 || text.search(ESCAPED) !== -1) return text;
  return Array.from(text, (character) => forms.get(character) ?? character).join('');
}
