/** A word of a sentence, with the marks that stand next to one. */
const WORD = /^["“(]?\p{L}[\p{L}\p{M}\p{N}’'-]*[.,:!?)"”…]*$/u;

/** In scripts without spaces between words, so many letters are a sentence. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{6}/u;

/** Longer values are no settings, whatever is in them. */
const MAX_SETTING = 1000;

const WORDS_OF_PROSE = 3;

/** Whether a value that is not shown reads like something that somebody wrote for a reader: three words in a row. */
export function isProse(value: string): boolean {
  if (value.length > MAX_SETTING || UNSPACED.test(value)) return true;
  let words = 0;
  for (const part of value.split(/\s+/)) {
    words = WORD.test(part) ? words + 1 : 0;
    if (words === WORDS_OF_PROSE) return true;
  }
  return false;
}
