import { separateLetters } from '@docs-platform-mcp/markdown';

/**
 * Stands between letters of words that no spaces separate, because the index takes a run of letters for one word. The
 * view `section_as_written` leaves it out.
 */
export const SEPARATOR = '\u001f';

/** A text in which the index finds such words too. */
export function separateWords(text: string): string {
  return separateLetters(withoutSeparators(text), SEPARATOR);
}

/** A text of the index as it was written. */
export function withoutSeparators(text: string): string {
  return text.replaceAll(SEPARATOR, '');
}
