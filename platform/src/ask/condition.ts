import type { Sentence } from './marks.ts';

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
