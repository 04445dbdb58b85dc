import { inOriginal, sanitizeWithCuts } from '../../text/index.ts';

/** A range of the visible text, and its replacement. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * Applies edits to the visible text and nowhere else: hidden parts stay in place, unless they are inside a replaced
 * range. Edits are in order, do not overlap, and each replace something.
 */
export function editShown(original: string, edits: readonly TextEdit[]): string {
  const { cuts } = sanitizeWithCuts(original);
  const places = inOriginal(
    edits.map(({ start, end }) => [start, end]),
    cuts,
  );
  let text = '';
  let done = 0;
  for (const [index, [start, end]] of places.entries()) {
    text += original.slice(done, start) + (edits[index]?.text ?? '');
    done = end;
  }
  return text + original.slice(done);
}
