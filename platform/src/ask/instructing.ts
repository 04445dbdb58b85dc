import { isStep } from './form.ts';
import type { MarkedSection, MarkedWord, Sentence } from './marks.ts';
import { ASKING, LIGHT } from './vocabulary.ts';

/** Words between an auxiliary and a participle: `can only be safely cancelled`, `has this option enabled`. */
const MAX_TO_AUXILIARY = 2;
const AUXILIARY = /^(?:are|be|being|gets?|has|have|is)$/;

/** Who or what performs an action, and its name: `scheduler`, `cancellation`. */
const AGENT = /(?:er|or)s?$/;
const NAME_OF_ACTION = /(?:ance|ence|ment|sion|tion)s?$/;

const PARTICIPLE = /ed$/;
const PAST = /^(?:bought|brought|built|chose|made|ran|sent|took|went|wrote)$/;

/** Words before a noun: `prior to the change`. */
const DETERMINER = /^(?:an?|any|each|every|its|no|our|the|their|these|this|your)$/;

/**
 * Whether a text tells what to do with an action, given as the index of a concept: `cancel it`, `cancelling`, `can be
 * cancelled`, not `a cancelled order` or `the scheduler`. Where it does not mention the action at all, its titles may
 * tell that.
 */
export function tellsAction(
  { title, above, heading, blocks }: MarkedSection,
  at: number,
  action: number,
  word: string,
): boolean {
  const { tokens = [], text = '' } = blocks[at] ?? {};
  const mentions = placesOf(tokens, action);
  // `Use the search` tells how to search.
  const isVerb = (place: number) => isStep(text) || !DETERMINER.test(tokens[place - 1]?.text ?? '');
  if (mentions.length > 0)
    return mentions.some((place) => isVerb(place) && isDone(tokens, place, word));
  const titles = [title, above, heading];
  const named = titles.flatMap((one) => placesOf(one, action).map((place) => one[place]?.text));
  return named.length === 0 || named.some((text = '') => !PARTICIPLE.test(text));
}

function placesOf(tokens: readonly MarkedWord[], action: number): number[] {
  return tokens.flatMap(({ concept, also }, at) =>
    concept === action || also?.includes(action) ? [at] : [],
  );
}

/** Whether a word of a text is a verb that tells what to do, or what is done. */
function isDone(tokens: readonly MarkedWord[], at: number, word: string): boolean {
  const { text = '' } = tokens[at] ?? {};
  if (text === word) return true;
  if (AGENT.test(text) || NAME_OF_ACTION.test(text) || PAST.test(text)) return false;
  if (!PARTICIPLE.test(text)) return true;
  return tokens
    .slice(Math.max(0, at - 1 - MAX_TO_AUXILIARY), at)
    .some((one) => AUXILIARY.test(one.text));
}

/** Words from an action to its object: `delete all of the accounts`. */
const MAX_TO_OBJECT = 4;

/** What separates an action from what it is done with: `updates are sent by email`. */
const SEPARATES =
  /^(?:are|be|been|by|can|has|have|if|is|may|must|should|that|via|was|were|when|where|which|will)$/;

/** Words after a noun that are no further one: `delete files here`, `export data quickly`. */
const GOES_ON =
  /(?:ed|ing|ly)$|^(?:again|daily|first|free|here|instead|later|now|once|online|only|via)$/;

/** Nouns that add nothing to the one before: `the sales team`, `SSL encryption`. */
const ADDS_NOTHING =
  /^(?:address(?:es)?|communications?|connections?|contents?|data|department|encryption|entr(?:ies|y)|features?|files?|functionality|items?|mode|objects?|options?|protocol|records?|support|systems?|team|traffic)$/;

/** In longer texts, nobody looks for names of two words. */
const MAX_FOR_NAMES = 2_000;

/** Whether a noun only tells the kind of the next one: `email` in `an email newsletter`. */
function isModifier({ text, tokens }: Words, at: number): boolean {
  const [noun, next] = tokens.slice(at, at + 2);
  if (!noun || !next || next.concept >= 0 || text.length > MAX_FOR_NAMES) return false;
  if (GOES_ON.test(noun.text) || ADDS_NOTHING.test(next.text)) return false;
  if (ASKING.has(next.text) || LIGHT.has(next.text) || GOES_ON.test(next.text)) return false;
  return text.toLowerCase().includes(`${noun.text} ${next.text}`);
}

type Words = Pick<Sentence, 'text' | 'tokens'>;

/** Whether a text says to do something with a thing, both given as indexes of concepts. */
export function actsOn(words: Words, action: number, object: number): boolean {
  const { tokens } = words;
  const [actions, objects] = [placesOf(tokens, action), placesOf(tokens, object)];
  let next = 0;
  return actions.some((at) => {
    while ((objects[next] ?? Infinity) < at - MAX_TO_OBJECT) next += 1;
    const near = objects.slice(next, next + 2 * MAX_TO_OBJECT + 1);
    return near.some((other) => {
      if (Math.abs(other - at) > MAX_TO_OBJECT) return false;
      if (other <= at) return isDoneTo(tokens, at);
      // `Encrypted data packets` are encrypted data.
      const isDescribed = other === at + 1 && PARTICIPLE.test(tokens[at]?.text ?? '');
      if (!isDescribed && isModifier(words, other)) return false;
      return !tokens.slice(at + 1, other).some(({ text }) => SEPARATES.test(text));
    });
  });
}

/** Whether what comes before a verb is what it is done to: `emails can be changed`, `a link to share`. */
function isDoneTo(tokens: readonly MarkedWord[], at: number): boolean {
  const { text = '', also = [] } = tokens[at] ?? {};
  return (
    also.length > 0 || PARTICIPLE.test(text) || PAST.test(text) || tokens[at - 1]?.text === 'to'
  );
}

/** A product as a whole, which a question need not name. */
const PRODUCT =
  /^(?:addon|app|application|client|extension|package|plugin|program|server|software)$/;

/** Whether a text does something with a thing other than the product: `Remove a player`. */
export function isDoneWithOther(tokens: readonly MarkedWord[], action: number): boolean {
  return placesOf(tokens, action).some((at) => {
    const [determiner, object] = tokens.slice(at + 1, at + 3);
    return DETERMINER.test(determiner?.text ?? '') && !PRODUCT.test(object?.text ?? '');
  });
}
