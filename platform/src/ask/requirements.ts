import { contrasts } from './comparison.ts';
import type { Concept } from './concepts.ts';
import type { ExaminedSection } from './examined-section.ts';
import type { MarkedSection, Sentence } from './marks.ts';
import type { QuestionPart } from './question.ts';
import { conceptsIn, joinedText } from './topics.ts';

/** Below this, a passage counts as lacking the word. */
export const HAS = 0.6;

/** The subject of a question for an amount must be close to the number. */
const HAS_RIGHT_THERE = 0.88;

/**
 * Whether a text lacks the subject or the verb of a question such as `Which browsers are supported?`, which has nothing
 * else but names.
 */
export function lacksSubjectOrVerb(examined: ExaminedSection, at: number): boolean {
  const { section, part, concepts, inBlock } = examined;
  if (part.form !== 'list' && part.kind !== 'count') return false;
  const counted = [...concepts.entries()].filter(
    ([, { word }]) => !part.names.includes(word) && word !== 'number',
  );
  const verbs = counted.filter(([, { light }]) => light).length;
  if (verbs === 0 || counted.length - verbs !== 1) return false;
  const above = conceptsIn([...section.title, ...section.heading]);
  const kept = counted.flatMap(([concept, { light }]) =>
    above.has(concept) || inBlock[at]?.has(concept) ? [{ light }] : [],
  );
  return !kept.some(({ light }) => light) || !kept.some(({ light }) => !light);
}

/**
 * Whether a text only is about the product of its space, of a question that asks something about this product in words
 * that say little: `Who made Falcon?`
 */
export function lacksAllButProduct(
  { section, part, concepts, inBlock, around }: ExaminedSection,
  at: number,
): boolean {
  const isAboutProduct = concepts.every(
    ({ word, light }, concept) => light || (part.proper.includes(word) && around.has(concept)),
  );
  if (part.isDefinition || !isAboutProduct) return false;
  const found = new Set([...conceptsIn(section.heading).keys(), ...(inBlock[at]?.keys() ?? [])]);
  return concepts.some((_, concept) => !found.has(concept));
}

/**
 * Whether a passage has everything that is indispensable: names, what is asked for, and the subject of a requested
 * amount.
 */
export function hasIndispensableWords(
  { names, quantity, near, asked, action }: QuestionPart,
  concepts: readonly Concept[],
  values: readonly number[],
): boolean {
  const leastFor = (word: string) => {
    if (quantity === word || near.includes(word)) return HAS_RIGHT_THERE;
    return names.includes(word) || word === asked || word === action ? HAS : 0;
  };
  return concepts.every(({ word }, at) => (values[at] ?? 0) >= leastFor(word));
}

/** Whether a block with its heading mentions both things that a question compares, and contrasts them. */
export function comparesBoth(
  { compared }: QuestionPart,
  { heading }: MarkedSection,
  { text, tokens }: Sentence,
  concepts: readonly Concept[],
): boolean {
  if (compared.length === 0) return true;
  const found = new Set([...heading, ...tokens].map(({ concept }) => concepts[concept]?.word));
  const isContrast = contrasts(text) || contrasts(joinedText(heading));
  return isContrast && compared.every((side) => side.every((word) => found.has(word)));
}
