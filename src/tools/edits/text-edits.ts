import { inOriginal, restoreHidden, sanitizeText, sanitizeWithCuts } from '../../text/index.ts';

/** A range of the visible text, and its replacement. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * Applies edits to the visible text and nowhere else: hidden parts stay in place, unless they are in the middle of a
 * changed line. Edits are in order, do not overlap, and each replace something.
 */
export function applyTextEdits(original: string, edits: readonly TextEdit[]): string {
  const { text: shown, cuts } = sanitizeWithCuts(original);
  const narrow = edits.map((edit) => trimUnchanged(edit, shown));
  const places = inOriginal(
    narrow.map(({ start, end }) => [start, end]),
    cuts,
  );
  let text = '';
  let done = 0;
  for (const [index, [start, end]] of places.entries()) {
    const edit = narrow[index] as TextEdit;
    const replaced = original.slice(start, end);
    const isAlike = sanitizeText(replaced) === shown.slice(edit.start, edit.end);
    text += original.slice(done, start);
    text += isAlike ? restoreHidden({ original: replaced, edited: edit.text }) : edit.text;
    done = end;
  }
  return text + original.slice(done);
}

/** The edit without the unchanged beginning and end, of at least one character. */
function trimUnchanged({ start, end, text }: TextEdit, shown: string): TextEdit {
  const most = Math.min(end - start - 1, text.length);
  let before = 0;
  while (before < most && shown[start + before] === text[before]) before += 1;
  let after = 0;
  while (after < most - before && shown[end - 1 - after] === text[text.length - 1 - after]) {
    after += 1;
  }
  return {
    start: start + before,
    end: end - after,
    text: text.slice(before, text.length - after),
  };
}
