/** Scripts whose words have no spaces between them, and Korean, which joins particles to words. */
const SCRIPTS = [
  'Han',
  'Hira',
  'Kana',
  'Bopo',
  'Hang',
  'Thai',
  'Laoo',
  'Khmr',
  'Mymr',
  'Tibt',
  'Yiii',
];
const JOINED = `[${SCRIPTS.map((script) => String.raw`\p{scx=${script}}`).join('')}]`;

const JOINED_LETTER = String.raw`(?=[\p{L}\p{N}])${JOINED}`;
const JOINED_LETTER_OR_MARK = String.raw`(?=[\p{L}\p{N}\p{M}])${JOINED}`;

const HAS_JOINED = new RegExp(JOINED_LETTER, 'u');
/** None of these scripts is within ASCII, and most texts are. */
const BEYOND_ASCII = /[^\0-\x7f]/;
const LETTER = /[\p{L}\p{N}\p{M}_]/u;
const MARK = /\p{M}/u;
const KATAKANA = /[\p{Script=Katakana}ー]/u;
const HANGUL = /\p{Script=Hangul}/u;

/** Where a letter of such a script begins or ends within a run of letters. */
const BETWEEN = new RegExp(
  String.raw`(?<=[\p{L}\p{N}\p{M}_])(?=${JOINED_LETTER})|(?<=${JOINED_LETTER_OR_MARK})(?=[\p{L}\p{N}_])`,
  'gu',
);

/** Whether a text has words that spaces do not separate, as in Chinese, Japanese, Korean or Thai. */
export function hasJoinedWords(text: string): boolean {
  return BEYOND_ASCII.test(text) && HAS_JOINED.test(text);
}

/** A text with a separator between the letters of such words, and between them and other words. */
export function separateLetters(text: string, separator: string): string {
  return hasJoinedWords(text) ? text.replaceAll(BETWEEN, separator) : text;
}

/**
 * Whether a word may not end between two characters. Where no spaces separate words, one may end anywhere, except
 * between two Katakana. Korean words begin after a character that is not a letter, and end anywhere, because a particle
 * may follow.
 */
export function isWithinWord(before: string, after: string, is: 'start' | 'end'): boolean {
  if (!LETTER.test(before) || !LETTER.test(after)) return false;
  if (MARK.test(after)) return true;
  if (KATAKANA.test(after)) return KATAKANA.test(before);
  if (HANGUL.test(after)) return is === 'start' && HANGUL.test(before);
  return !hasJoinedWords(before) && !hasJoinedWords(after);
}
