import type { Concept } from './concepts.ts';
import type { MarkedWord, Sentence } from './marks.ts';

/** A synonym in documentation. */
export const OTHER_WORD = 0.9;

const SHORT = /^\p{Script=Latin}{1,3}$/u;

const MIN_TOPIC = 2;

/** Words that are further from each other are not together. */
const MAX_DISTANCE = 3;

/** The share of a title that is about the question, times the share of the question that it covers. */
export function aboutness(
  tokens: readonly MarkedWord[],
  found: ReadonlyMap<number, number>,
  concepts: readonly Concept[],
  question: readonly string[],
) {
  const heavy = concepts.filter(({ light }) => !light);
  const total = heavy.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const has = concepts.reduce(
    (sum, { weight, light }, at) => (found.has(at) && !light ? sum + weight : sum),
    0,
  );
  const telling = tokens.filter(({ text, concept }) => concept >= 0 || !question.includes(text));
  const about = telling.filter(({ concept }) => concept >= 0).length / (telling.length || 1);
  return (has / total) * about;
}

/** Whether a title, with what is above it, has all words of the question, and few others apart from articles. */
export function isMostlyAbout(
  tokens: readonly MarkedWord[],
  concepts: readonly Concept[],
  above: readonly MarkedWord[] = [],
): boolean {
  const found = conceptsIn([...tokens, ...above]);
  return concepts.every(({ light }, at) => light || found.has(at)) && shareOf(tokens) > 1 / 2;
}

/** Whether a title consists only of words of the question, apart from short ones. */
export function isAbout(tokens: readonly MarkedWord[], concepts: readonly Concept[]): boolean {
  const asked = tokens.map(({ concept }) => concept).filter((at) => at >= 0);
  const heavy = new Set(asked.filter((at) => !concepts[at]?.light));
  return heavy.size >= MIN_TOPIC && shareOf(tokens) === 1;
}

/** Whether two concepts are at most so many words apart in one of these texts, or one of them is the subject of the whole page. */
export function together(
  texts: readonly (readonly MarkedWord[])[],
  known: (concept: number) => boolean,
  left: number,
  right: number,
  distance = MAX_DISTANCE,
): boolean {
  if (known(left) || known(right)) return true;
  return texts.some((tokens) => {
    let last = -1;
    let seen = -1;
    for (const [at, { concept, also }] of tokens.entries()) {
      if (concept !== left && concept !== right) continue;
      // One name has both words.
      if (also?.includes(concept === left ? right : left)) return true;
      if (last >= 0 && concept !== seen && at - last <= distance) return true;
      last = at;
      seen = concept;
    }
    return false;
  });
}

/** The share of the words of a text, apart from short ones, that are in the question. */
export function shareOf(tokens: readonly MarkedWord[]): number {
  const telling = tokens.filter(({ text, concept }) => concept >= 0 || !SHORT.test(text));
  return telling.filter(({ concept }) => concept >= 0).length / (telling.length || 1);
}

/** The share of the neighbouring words of a question that are close to each other in a text, too. */
export function inOrderShare({ tokens }: Sentence, concepts: readonly Concept[]): number {
  if (concepts.length < 2) return 0;
  const pairs = concepts.slice(1).filter((_, at) => together([tokens], () => false, at, at + 1));
  return pairs.length / (concepts.length - 1);
}

/** The concepts in a text, and how well each matches. */
export function conceptsIn(tokens: readonly MarkedWord[]): Map<number, number> {
  const found = new Map<number, number>();
  const add = (concept: number, worth: number) =>
    found.set(concept, Math.max(found.get(concept) ?? 0, worth));
  for (const { concept, other, also = [] } of tokens) {
    if (concept < 0) continue;
    add(concept, other ? OTHER_WORD : 1);
    for (const one of also) add(one, OTHER_WORD);
  }
  return found;
}

export function joinedText(tokens: readonly MarkedWord[]): string {
  return tokens.map(({ text }) => text).join(' ');
}
