/** How the service writes letters in the fragments of headings, if they are not a Latin letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' },
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', ё: 'yo', є: 'ye', ж: 'zh', з: 'z' },
  ...{ и: 'i', і: 'i', ї: 'yi', й: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r' },
  ...{ с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'c', ч: 'ch', ш: 'sh', щ: 'sh', ъ: '', ы: 'y' },
  ...{ ь: '', э: 'e', ю: 'yu', я: 'ya' },
};

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

const ASCII = /^[\0-\x7f]*$/;
const HAN = /\p{Script=Han}/gu;
const OTHER_SYLLABLES = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const NO_WORD = /[^\p{L}\p{N}]+/u;

/** A heading in lower case in Latin letters without accents, as the service writes it in fragments. */
export function romanize(words: string): string[] {
  const composed = words.normalize('NFC');
  if (ASCII.test(composed)) return [];
  const spelled = composed.replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
  return [...new Set([composed, spelled].map(inLatin))].filter((form) => form !== words);
}

function inLatin(words: string): string {
  return Array.from(words, (letter) => LETTERS[letter] ?? plainLetter(letter)).join('');
}

function plainLetter(letter: string): string {
  return letter < '\x80' ? letter : letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/**
 * The words of a heading with Chinese characters, with undefined for each such character, which the service writes as
 * one syllable. Undefined for headings without them, and for those in several syllabic scripts.
 */
export function syllablesOf(words: string): (string | undefined)[] | undefined {
  if (words.search(HAN) < 0 || OTHER_SYLLABLES.test(words)) return undefined;
  const apart = words.replaceAll(HAN, ' $& ').split(NO_WORD);
  return apart.flatMap((word) => (word === '' ? [] : [word.search(HAN) < 0 ? word : undefined]));
}
