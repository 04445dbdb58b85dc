import { GROUPS, KINDS } from './synonym-groups.ts';
import { stemOf } from './vocabulary.ts';

/** The groups by the stems of their words. */
const SAME = new Map<string, Set<string>>();
for (const group of GROUPS.trim().split('\n')) {
  const words = expressionsIn(group);
  for (const stem of words.map(stemOf)) {
    const known = SAME.get(stem) ?? new Set();
    for (const other of words) known.add(other);
    SAME.set(stem, known);
  }
}

const KINDS_OF = new Map(
  KINDS.trim()
    .split('\n')
    .flatMap((line) => {
      const [kinds = '', ...nouns] = expressionsIn(line);
      return kinds.split('|').flatMap((kind) => {
        const plural = kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
        return [kind, plural].map((word): [string, string[]] => [word, nouns]);
      });
    }),
);

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Large numbers as documentation writes them; the index separates the digits at commas. */
const LARGE_NUMBERS: Readonly<Record<string, readonly string[]>> = {
  hundred: ['100'],
  thousand: ['1000', '1 000', '1k'],
  million: ['1000000', '1 000 000', '1m'],
  billion: ['1000000000', '1 000 000 000', '1b'],
};

/** Words that others of their stem do not stand for: `supported` is no `help`, and an answer about `404` has this code. */
const ALONE = /^(?:supported|\d{3})$/;

/** Other words for a word, itself not among them. */
export function othersFor(word: string): string[] {
  const number = NUMBERS.indexOf(word);
  const digit = /^(?:0|[1-9]\d*)$/.test(word) ? NUMBERS[Number(word)] : undefined;
  const large = Object.hasOwn(LARGE_NUMBERS, word) ? LARGE_NUMBERS[word] : otherFigures(word);
  const known = ALONE.test(word) ? [] : (SAME.get(stemOf(word)) ?? []);
  const same = [...known].filter((other) => stemOf(other) !== stemOf(word));
  const others = [...same, ...(number >= 0 ? [String(number)] : [])];
  return [...others, ...(digit ? [digit] : []), ...(large ?? [])];
}

/** A large number in figures as others write it; the index separates the digits at commas. */
function otherFigures(word: string): string[] {
  const digits = /^\d{1,4}k$/.test(word) ? word.replace('k', '000') : word;
  if (!/^\d{4,9}$/.test(digits)) return [];
  const grouped = Number(digits).toLocaleString('en').replaceAll(',', ' ');
  const short = digits.endsWith('000') ? [`${digits.slice(0, -3)}k`] : [];
  return [digits, grouped, ...short].filter((other) => other !== word);
}

/** Things of a kind, for a question such as `which database`. */
export function thingsOf(kind: string): readonly string[] {
  return KINDS_OF.get(kind) ?? [];
}

function expressionsIn(line: string): string[] {
  return line.split(' ').map((word) => word.replaceAll('_', ' '));
}
