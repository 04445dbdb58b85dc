import type { Sentence } from './marks.ts';

const ASKS_WHEN = /^(?:also )?when (?:are|can|do|does|is|must|should|to|will)\b/i;

const CONDITION =
  /\b(?:after|as long as|as soon as|before|if|in case|once|only|unless|until|when|whenever|while)\b/i;

/** How well a text tells when something is done, if a question asks that: best as an instruction, `Enable it if …`. */
export function tellsWhen(question: string, { text, tokens: [first] }: Sentence): number {
  if (!ASKS_WHEN.test(question) || !CONDITION.test(text)) return 0;
  return first && first.concept >= 0 ? 1 : 1 / 2;
}
