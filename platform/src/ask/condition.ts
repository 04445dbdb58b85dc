import { wordsInOrder } from '../search/words.ts';
import { conceptsAbove, type ExaminedSection } from './examined-section.ts';
import type { MarkedWord, Sentence } from './marks.ts';
import { ASKING, stemOf } from './vocabulary.ts';

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

/** `What happens … if …?`, with the case. */
const ASKS_WHAT_HAPPENS = /^(?:also )?what (?:happens|occurs)\b.*?\b(?:after|if|once|when) (.+)$/i;

/** The case of a sentence that tells what happens then. */
const THEN = /\b(?:after|if|in case|once|when|whenever) ([^,.;]{1,120})/gi;

/** The share of the words of the case for which a question asks what happens that are in a case of a text. */
export function tellsConsequence(question: string, { text }: Sentence): number {
  const [, asked = ''] = ASKS_WHAT_HAPPENS.exec(question) ?? [];
  const words = tellingStems(asked);
  if (words.length === 0) return 0;
  const shares = [...text.matchAll(THEN)].map(([, told = '']) => {
    const stems = new Set(tellingStems(told));
    return words.filter((word) => stems.has(word)).length / words.length;
  });
  return Math.max(0, ...shares);
}

function tellingStems(text: string): string[] {
  return wordsInOrder(text)
    .filter((word) => !ASKING.has(word))
    .map(stemOf);
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
