const WORD = /[\p{L}\p{N}]+/gu;
/** Words that say nothing about the target of a link. */
const STOP_WORDS = new Set([
  ...['a', 'an', 'and', 'for', 'here', 'in', 'link', 'of', 'on', 'or', 'page', 'section', 'see'],
  ...['that', 'the', 'this', 'to', 'with', 'undefined', 'null'],
]);
const MAX_LENGTH = 200;

/** The words of a name, a title or an anchor that say something, in lower case and without a plural's end. */
export function significantWords(text: string): string[] {
  const words = text.slice(0, MAX_LENGTH).toLowerCase().match(WORD) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word)).map(singular);
}

function singular(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** The weight of a word that only begins like one of the other name: `auth` and `authentication`. */
const BEGINNING = 0.8;
const MIN_BEGINNING = 4;

/** The share of the words of two names that both have, each by its weight. */
export function sharedWords(
  one: readonly string[],
  other: readonly string[],
  weigh: (word: string) => number,
): number {
  const weightOf = (words: Iterable<string>) => {
    let sum = 0;
    for (const word of words) sum += weigh(word);
    return sum;
  };
  const second = new Set(other);
  let both = 0;
  for (const word of new Set(one)) {
    const begun = second.has(word) ? word : other.find((known) => isBeginning(word, known));
    if (begun !== undefined)
      both += begun === word ? weigh(word) : BEGINNING * Math.min(weigh(word), weigh(begun));
  }
  const all = weightOf(new Set(one)) + weightOf(second) - both;
  return all === 0 ? 0 : both / all;
}

function isBeginning(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= MIN_BEGINNING && long.startsWith(short);
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
  const page = withoutFile(path);
  return page.slice(page.lastIndexOf('/') + 1);
}

/** The path of a page, without the parts that only its file has. */
export function withoutFile(path: string): string {
  return path.replace(/(?:\/?(?:README|index))?\.(?:md|html?)$/i, '').replace(/\/$/, '');
}
