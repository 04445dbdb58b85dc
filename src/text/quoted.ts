import { sanitizeText } from './sanitize.ts';

const MAX_LENGTH = 80;

/** As much of a text as is looked at; more of it would not be shown anyway. */
const MAX_READ = 4000;

/** Signs that read as quotation marks, and the backslash, which would seem to escape one. */
const QUOTES = /["\p{Pi}\p{Pf}＂″‶〃〝〞〟\u2E42\u201A\u201E\u301D-\u301F\uFF02\\]/gu;

/** White space of all kinds, and what has no sign to show: controls, formats, private use, halves of pairs. */
const BLANK = /[\s\p{Z}\p{C}]+/gu;

/** Marks that pile up on one letter would cover the line above. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * A text of others as a quotation within a sentence of ours: one line, at most 80 characters between the quotation
 * marks, with nothing in it that is invisible, changes the direction of what follows, or ends the quotation.
 */
export function quoted(text: string): string {
  const plain = sanitizeText(text.slice(0, MAX_READ))
    .normalize('NFC')
    .replaceAll(QUOTES, "'")
    .replaceAll(BLANK, ' ')
    .replaceAll(PILED_MARKS, '$1')
    .trim();
  return `"${shortened(plain)}"`;
}

/** Cut between characters, so that no half of a pair is left. */
function shortened(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const whole = text.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${whole.trimEnd()}…`;
}
