import { separateLetters } from '@docs-platform-mcp/markdown';

/**
 * Separates letters of words without spaces, because the index treats a run of letters as one word. The view
 * `section_as_written` removes it.
 */
export const SEPARATOR = '\u001f';

/** A text in a form in which the index finds such words too. */
export function separateWords(text: string): string {
  return separateLetters(withoutSeparators(text), SEPARATOR);
}

/** A text of the index as it was written. */
export function withoutSeparators(text: string): string {
  return text.replaceAll(SEPARATOR, '');
}
