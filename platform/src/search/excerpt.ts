/** Words of an excerpt. */
const LENGTH = 40;

/** Number of characters of a text that are searched for an excerpt. */
const MAX_CHARACTERS = 20_000;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Letters of a word that others of the same stem share, at least. */
const MIN_STEM = 4;
const MAX_ENDING = 3;

/**
 * The words of a text around the densest matches of a query, with punctuation. Omissions are marked by an ellipsis.
 */
export function excerptOf(text: string, query: readonly string[]): string {
  const start = text.slice(0, MAX_CHARACTERS);
  const words = [...start.matchAll(WORD)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
  }));
  if (words.length <= LENGTH && start.length === text.length) return text;
  const stems = query.map(plainStem);
  const hits = words.map(({ from, to }) => {
    const word = plain(start.slice(from, to));
    return stems.some((stem) => word.startsWith(stem)) ? 1 : 0;
  });
  let sum = 0;
  let best = 0;
  let most = -1;
  for (const [index, hit] of hits.entries()) {
    sum += hit - (hits[index - LENGTH] ?? 0);
    const first = Math.max(0, index - LENGTH + 1);
    if (sum > most) {
      most = sum;
      best = first;
    }
  }
  const last = Math.min(words.length, best + LENGTH) - 1;
  const from = best === 0 ? 0 : (words[best]?.from ?? 0);
  const isWhole = last === words.length - 1 && start.length === text.length;
  const to = isWhole ? start.length : (words[last]?.to ?? start.length);
  return `${from === 0 ? '' : '…'}${start.slice(from, to)}${isWhole ? '' : '…'}`;
}

function plainStem(word: string): string {
  const letters = plain(word);
  return letters.slice(0, Math.max(MIN_STEM, letters.length - MAX_ENDING));
}

/** In lower case and without accents. */
function plain(word: string): string {
  return word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
