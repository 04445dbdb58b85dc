import { sanitizeText } from './sanitize.ts';

const MAX_LENGTH = 80;

/** Characters of a text that are examined; more would not be shown anyway. */
const MAX_READ = 4000;

/** Characters that read as quotation marks, and the backslash, which would seem to escape one. */
const QUOTES =
  /["\p{Pi}\p{Pf}＂″‶〃〝〞〟\u2E42\u201A\u201E\u301D-\u301F\uFF02\u275B-\u2760\u{1F676}-\u{1F678}\u02BA\u02DD\u02EE\u05F4\u300C-\u300F\uFE41-\uFE44\uFF62\uFF63\\]/gu;

/** All white space, and characters without a glyph: controls, formats, private use, surrogates. */
const BLANK = /[\s\p{Z}\p{C}]+/gu;

/** Stacked combining marks would cover the line above. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/**
 * Foreign text as a quotation within one of this server's sentences: one line, at most 80 characters between the
 * quotation marks, without anything invisible, any change of direction, or anything that ends the quotation.
 */
export function quoted(text: string): string {
  const plain = sanitizeText(text.slice(0, MAX_READ))
    .normalize('NFC')
    .replaceAll(QUOTES, "'")
    .replaceAll(BLANK, ' ')
    .replaceAll(PILED_MARKS, '$1')
    .trim();
  return `"${shorten(plain)}"`;
}

/** Cut between characters, to keep surrogate pairs intact. */
function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const beginning = text.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${beginning.trimEnd()}…`;
}
