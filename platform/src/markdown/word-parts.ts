const RUN = /[\p{L}\p{N}\p{M}]+/gu;

const IS_COMPOUND = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u;
const BOUNDARY = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u;

/** Longer runs of letters are encoded data. */
const MAX_COMPOUND = 80;

/** The words in a compound such as `userName` or `HTTPServer`; none in any other word. */
export function partsOfWord(word: string): string[] {
  return word.length <= MAX_COMPOUND && IS_COMPOUND.test(word) ? word.split(BOUNDARY) : [];
}

/** The words in the compounds of a text, by compound: each once, in its order. */
export function compoundsIn(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [word] of text.matchAll(RUN)) {
    if (found.has(word)) continue;
    const parts = partsOfWord(word);
    if (parts.length > 1) found.set(word, parts);
  }
  return found;
}

/** Letters that people also write as several, and joined forms of letters. */
const JOINED = /[ßẞ\ufb00-\ufb06]/;

/** A word as people type it without letters such as ß and ligatures: `strasse`, `file`. */
export function spelledOut(word: string): string {
  return JOINED.test(word)
    ? word
        .replaceAll('ß', 'ss')
        .replaceAll('ẞ', 'SS')
        .replaceAll(/[\ufb00-\ufb06]/g, (letters) => letters.normalize('NFKC'))
    : word;
}

/** The words of a text with such letters, spelled out, each once. */
export function spelledOutIn(text: string): string[] {
  if (!JOINED.test(text)) return [];
  const words = (text.match(RUN) ?? []).filter((word) => JOINED.test(word));
  return [...new Set(words)].map(spelledOut);
}
