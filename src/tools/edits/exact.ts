import { inOriginal, sanitizeWithCuts } from '../../text/index.ts';

/** A part of a text as it is shown, by its offsets, and what is to stand there. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * Makes edits in the text that readers are shown, and nowhere else: what they are not shown stays where it is, unless
 * it stands in the middle of a replaced part. Edits come in their order, do not overlap and each replace something.
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
