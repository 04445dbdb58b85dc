/** A word of a sentence, with adjacent punctuation. */
const WORD = /^["“(]?\p{L}[\p{L}\p{M}\p{N}’'-]*[.,:!?)"”…]*$/u;

/** In scripts without spaces between words, this many letters count as a sentence; in Korean, words are longer. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{6}|\p{Script=Hangul}{12}/u;

/** A longer value is not a setting, whatever it contains. */
const MAX_SETTING = 1000;

const WORDS_OF_PROSE = 3;

/** Whether an invisible value reads like prose for a reader: three words in a row. */
export function isProse(value: string): boolean {
  if (value.length > MAX_SETTING || UNSPACED.test(value)) return true;
  let words = 0;
  for (const part of value.split(/\s+/)) {
    words = WORD.test(part) ? words + 1 : 0;
    if (words === WORDS_OF_PROSE) return true;
  }
  return false;
}
