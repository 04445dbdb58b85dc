import { wordsInOrder } from '../search/words.ts';
import { conceptsAbove, type ExaminedSection } from './examined-section.ts';
import type { MarkedWord, Sentence } from './marks.ts';

const ASKS_WHEN = /^(?:also )?when (?:are|can|do|does|is|must|should|to|will)\b/i;

const CONDITION =
  /\b(?:after|as long as|as soon as|before|if|in case|once|only|unless|until|when|whenever|while)\b/i;

const ASKS_WHETHER_STILL =
  /^(?:also )?(?:are|can|do|does|has|have|is|may|will)\b.*\b(?:any ?more|still)\b/i;

const IN_TIME =
  /\b(?:deprecated|discontinued|legacy|no longer|obsolete|removed|replaced|still|superseded)\b/i;

/** Whether a text tells that something is still so, or no longer, if a question asks that. */
export function tellsWhetherStill(question: string, text: string): boolean {
  return ASKS_WHETHER_STILL.test(question) && IN_TIME.test(text);
}

/** How well a text tells when something is done, if a question asks that: best as an instruction, `Enable it if …`. */
export function tellsWhen(question: string, { text, tokens: [first] }: Sentence): number {
  if (!ASKS_WHEN.test(question) || !CONDITION.test(text)) return 0;
  return first && first.concept >= 0 ? 1 : 1 / 2;
}

/** `For the Pro plan, …` */
const CASE = /^(?:for|if|in|on|under|when|with) ([^,.:;]{1,60}),/i;

/** Whether a block begins with a case that a question names, and the titles above do not: `EE`, and not `SE`. */
export function isCaseAsked(examined: ExaminedSection, at: number): boolean {
  const { section, part, concepts } = examined;
  const { text, tokens } = section.blocks[at] ?? { text: '', tokens: [] };
  const words = wordsInOrder(CASE.exec(text)?.[1] ?? '');
  if (words.length === 0) return false;
  const found = tokens.slice(1, 1 + words.length);
  const above = conceptsAbove(examined);
  const isName = ({ concept }: MarkedWord) =>
    part.proper.includes(concepts[concept]?.word ?? '') && !above.has(concept);
  const isTold = ({ text: word, concept }: MarkedWord) =>
    concept >= 0 || /^(?:an?|the|your)$/.test(word);
  return found.some(isName) && found.every(isTold);
}
