const WORD = /[\p{L}\p{N}]+/gu;
/** Words that say nothing about the target of a link. */
const STOP_WORDS = new Set([
  ...['a', 'an', 'and', 'for', 'here', 'in', 'link', 'of', 'on', 'or', 'page', 'section', 'see'],
  ...['that', 'the', 'this', 'to', 'with', 'undefined', 'null'],
]);
const MAX_LENGTH = 200;

/** The words of a name, a title or an anchor that say something, in lower case and without a plural's end. */
export function wordsOf(text: string): string[] {
  const words = text.slice(0, MAX_LENGTH).toLowerCase().match(WORD) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word)).map(singular);
}

function singular(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The share of the words of two names that both have. */
export function sharedWords(one: readonly string[], other: readonly string[]): number {
  const all = new Set([...one, ...other]);
  const second = new Set(other);
  const both = new Set(one.filter((word) => second.has(word)));
  return all.size === 0 ? 0 : both.size / all.size;
}

/** The length of the longest run of words that two names have in common. */
export function commonRun(one: readonly string[], other: readonly string[]): number {
  let longest = 0;
  let above: number[] = [];
  for (const word of one) {
    const row = other.map((known, at) => (known === word ? (above[at - 1] ?? 0) + 1 : 0));
    longest = Math.max(longest, ...row);
    above = row;
  }
  return longest;
}

/** The name of a page in a path, or in the path of its file. */
export function lastPart(path: string): string {
  const page = path.replace(/(?:\/?(?:README|index))?\.(?:md|html?)$/i, '');
  return page.slice(page.lastIndexOf('/') + 1);
}
