import { wordsInOrder } from '../search/words.ts';
import type { ExaminedSection } from './examined-section.ts';
import { conceptsIn } from './topics.ts';
import { REPLACES } from './vocabulary.ts';

/** Whether a block is a row for what a question wants to replace: the old name, and then the new one. */
export function isReplacement(
  { part, concepts, heads, isKnown, section }: ExaminedSection,
  at: number,
): boolean {
  const row = section.blocks[at];
  const isAsked = !part.isYesOrNo && part.words.some((word) => REPLACES.test(word));
  if (!isAsked || heads[at] === undefined || !row) return false;
  const [old = '', ...others] = row.text.split('|').filter((cell) => cell.trim());
  if (others.length === 0) return false;
  const named = conceptsIn(row.tokens.slice(0, wordsInOrder(old).length));
  return concepts.every(
    ({ word, light }, concept) =>
      light || named.has(concept) || isKnown(concept) || REPLACES.test(word) || word === part.asked,
  );
}
