import { wordsInOrder } from '../search/words.ts';
import { partOf, type QuestionPart, subjectOf } from './question.ts';
import {
  splitQuestions,
  withoutContractions,
  withoutContrast,
  withoutPreface,
} from './sentences.ts';
import { LIGHT } from './vocabulary.ts';

/** Words that refer to the subject of an earlier part: `and how long does it last`. */
const PRONOUN = /\b(?:it|its|they|them|their|those|these|which one (?:are|can|does|is|should))\b/i;

/** In `is it possible` and `does it take`, they refer to nothing. */
const EXPLETIVE =
  /^(?:also\s+)?(?:is|was) it\b|\b(?:can|could|does|did|may|might|will|would) it take\b|\bit (?:is|takes?)\b/gi;

/** A part without a verb, which is that of an earlier one: `and how many for an event`. */
const ELLIPSIS =
  /^(?:how (?:long|many|much|often)|what|when|where|which) (?:about|for|in|of|on|over|with) /i;

/** `What is the default …` asks for a bound of what the next part names: `… and the maximum number of items`. */
const BOUND =
  /^(?:what|which) (?:is|are) the (?:default|highest|lowest|maximum|minimum)(?: value)?$/i;

/** Maximum number of parts of a question. */
const MAX_PARTS = 4;

/** `e-mail` is one word. */
const E_MAIL = /(?<![\p{L}\p{N}-])e-(?=mails?(?![\p{L}\p{N}]))/giu;

/** `I/O` and `A/B` are one word. */
const SLASHED = /(?<![\p{L}\p{N}/])(\p{Lu})\/(\p{Lu})(?![\p{L}\p{N}/])/gu;

/** `How long does it last if I do not set anything?` asks for a default. */
const UNSET =
  /,? (?:if|when) (?:(?:i|one|we|you) (?:do not|never) (?:change|choose|configure|define|give|pass|pick|provide|say|select|set|specify)(?: \p{L}+){0,3}|(?:nothing|none|no \p{L}+) (?:is|was) (?:changed|chosen|configured|defined|given|provided|said|selected|set|specified)|(?:it is )?not (?:given|provided|set|specified)|unspecified)(?=[?.!]|$)/giu;

/** `I get a 409, what is wrong?` */
const STATUS =
  /^(?:I|we) (?:always |keep |sometimes )?(?:am getting|are getting|gets?|getting|got|receive|received|see) (?:an? |the )?(?:(?:error|HTTP|status) ){0,2}(\d{3})(?: (?:back|error|response|status)){0,2}[.,;:!]? (?:what (?:does (?:it|that|this) mean|is (?:the (?:matter|problem|reason)|wrong)|happened)|why(?: is (?:it|that|this))?)\??$/i;

/**
 * The parts of a question: `How …, and what …?` asks two things. A part without a subject belongs to its neighbour, as in
 * `Where and when …?`
 */
export function questionPartsOf(question: string): QuestionPart[] {
  const { asked, preface } = withoutPreface(
    withoutContractions(question)
      .replaceAll('？', '? ')
      .replaceAll(E_MAIL, 'e')
      .replaceAll(SLASHED, '$1$2')
      .replaceAll(UNSET, ' by default')
      .replace(STATUS, 'What does the error $1 mean?')
      .trim(),
  );
  const texts: string[] = [];
  for (const text of splitQuestions(asked)
    .map((part) => withoutContrast(part.trim()))
    .filter(Boolean)) {
    const before = texts.at(-1);
    const lacksSubject = (one: string) => subjectOf(one).words.length === 0;
    if (before === undefined) texts.push(text);
    else if (lacksSubject(before)) texts[texts.length - 1] = text;
    else if (lacksSubject(text) || BOUND.test(before))
      texts[texts.length - 1] = `${before} and ${text}`;
    else texts.push(text);
  }
  const parts: QuestionPart[] = [];
  const context = preface === '' ? undefined : partOf(preface, undefined);
  for (const text of texts.length > MAX_PARTS ? [asked] : texts) {
    const pointsBack =
      ELLIPSIS.test(text) ||
      PRONOUN.test(text.replaceAll(EXPLETIVE, '')) ||
      subjectOf(text).words.every((word) => LIGHT.has(word));
    const last = parts.at(-1);
    const [, main] = INTENTION.exec(text) ?? [];
    const needed = NEEDED.exec(text)?.[1];
    if (last && THING.test(text)) parts.push(sameOf(text, last));
    else if (last && needed) parts.push({ ...partOf(needed, last), text });
    else if (main && hasSubject(main) && !pointsBack)
      parts.push({ ...partOf(text, undefined), alone: partOf(main, undefined) });
    else if (pointsBack && last)
      parts.push({ ...partOf(text, last), there: partOf(text, undefined) });
    else if (pointsBack || !context || last)
      parts.push(partOf(text, pointsBack ? context : undefined));
    else parts.push(withContext(text, context));
  }
  return parts;
}

/** What somebody has in mind is rarely part of the answer: `Do you sponsor visas if I want to move?` */
const INTENTION =
  /^(.+?),? (?:if|when) (?:I|someone|somebody|they|we|you) (?:need|plan|want|would like) to .+/i;

/** Whether a text is about something without what follows it. */
function hasSubject(text: string): boolean {
  return subjectOf(text).words.filter((word) => !LIGHT.has(word)).length > 1;
}

/** Questions of more words are clear without the sentences before them, and those of fewer say nothing alone. */
const MAX_SHORT = 3;
const MIN_ALONE = 2;

/** `How do I switch that off?` */
const POINTER = /\b(?:that|this)(?: (?:off|on))?[?.!]*$|\b(?:switch|turn) (?:that|this)\b/i;

/** A short question may be about what the sentences before it say. */
function withContext(text: string, context: QuestionPart): QuestionPart {
  const alone = partOf(text, undefined);
  const telling = alone.words.filter((word) => !LIGHT.has(word));
  if (telling.length > MAX_SHORT) return alone;
  const asked = partOf(text, context);
  return telling.length < MIN_ALONE || POINTER.test(text) ? asked : { ...asked, alone };
}

/** A part that asks for what the subject of the part before needs: `and which plan do I need`. */
const NEEDED =
  /^((?:what|which) \S+) (?:(?:do|does|will|would) (?:I|it|one|they|we|you) need|(?:is|are) (?:needed|required))[?\s]*$/i;

/** A part that only names another thing: `and the refresh token`. */
const THING = /^(?:the|an?) (?:\S+ ){0,2}\S+$/i;

/** What the part before asks, of another thing. */
function sameOf(text: string, before: QuestionPart): QuestionPart {
  const own = partOf(text, undefined);
  const words = wordsInOrder(before.text);
  // What tells the other thing apart: `access` of `access token`.
  const other = words.filter((_, at) => own.words.includes(words[at + 1] ?? ''));
  const rest = before.words.filter((word) => !other.includes(word));
  const { kind, quantity, form, isYesOrNo, light } = before;
  const shared = { kind, quantity, form, isYesOrNo, light };
  return { ...own, ...shared, words: [...new Set([...own.words, ...rest])] };
}
