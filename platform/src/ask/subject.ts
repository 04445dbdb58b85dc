import { wordsInOrder, wordsOf } from '../search/words.ts';
import { AMOUNT_OF_NAME } from './kind.ts';
import { ASKING, LIGHT, withSingleVerbs } from './vocabulary.ts';

/** `In which order are …`, `Which algorithm signs the …`. */
const ASKS_WHICH =
  /^(?:also )?(?:(?:at|by|for|from|in|on|to|under|with) )?(?:which|what) (?:(?:brands|classes|kinds?|makes|models|sorts?|types?|variants) of )?(.+)/i;
const DETERMINER = /^(?:an?|its?|my|our|the|their|your)$/;

/** Verbs after the noun that are no nouns themselves: `Which package replaces …`. */
const VERB =
  /^(?:comput|contain|control|convert|creat|defin|delet|determin|disabl|enabl|generat|handl|print|provid|remov|replac|requir|resum|return|sav|send|specif|stor)(?:e?s|ies)$/;

/** The same after a plural: `Which plans include …`. */
const PLURAL_VERB = /^(?:allow|contain|include|offer|provide|require)$/;

/** Words after a verb: `Which key stops all lasers`. */
const AFTER_VERB = /^(?:all|any|each|every|no)$/;

/** An adverb at the end shows that the verb is not known: `Which options install … silently`. */
const ADVERB = /(?:ally|antly|arly|edly|ently|ickly|ively|ously)$/;

/** The noun after `which` or `what`; undefined if it says little, or no verb shows where it ends. */
export function askedNoun(text: string): string | undefined {
  const after = wordsInOrder(ASKS_WHICH.exec(withSingleVerbs(text))?.[1] ?? '');
  const isVerb = (word: string) => VERB.test(word) || PLURAL_VERB.test(word);
  const precedesObject = (word: string, at: number) =>
    /[^s]s$/.test(word) && AFTER_VERB.test(after[at + 1] ?? '');
  const end = after.findIndex(
    (word, at) => ASKING.has(word) || (at > 0 && (isVerb(word) || precedesObject(word, at))),
  );
  const first = after.slice(0, end < 0 ? undefined : end);
  // A verb stands before a determiner: `which group makes a …`.
  if (first.length > 1 && DETERMINER.test(after[end] ?? '')) first.pop();
  if (end < 0 && ADVERB.test(first.at(-1) ?? '')) return undefined;
  return first.findLast((word) => !LIGHT.has(word));
}

const HOW_TO =
  /^(?:also )?how (?:can|could|do|must|should|to|would) (?:(?:i|one|users?|we|you) )?(.+)/i;

/** The verb of `How do I install …`; undefined if it says little. */
export function actionIn(text: string): string | undefined {
  const [verb = ''] = wordsInOrder(HOW_TO.exec(withSingleVerbs(text))?.[1] ?? '');
  return ASKING.has(verb) || LIGHT.has(verb) ? undefined : verb;
}

const COUNTED = /\b(?:how many|number of)\s+(.+)/i;

/** The same in languages where the noun follows at once. */
const OTHER_COUNTED =
  /(?<!\p{L})(?:combien d['’]|(?:wie viele|combien de|cuánt[oa]s|quant[oa]s|quant[ie]|hoeveel|сколько)(?!\p{L}))(.+)/iu;

/**
 * The word that `how many requests per minute` asks to count: the last one before a word that says little. The name
 * after `how much`.
 */
export function countedIn(text: string): string | undefined {
  const named = AMOUNT_OF_NAME.exec(text)?.[1];
  if (named !== undefined) return named.toLowerCase();
  const [other] = wordsInOrder(OTHER_COUNTED.exec(text)?.[1] ?? '');
  if (other !== undefined) return other;
  const after = wordsInOrder(COUNTED.exec(text)?.[1] ?? '');
  const end = after.findIndex(
    (word, at) => ASKING.has(word) || (LIGHT.has(word) && at > 0) || word === 'per',
  );
  return after.slice(0, end < 0 ? undefined : end).at(-1);
}

/** Who does something: `Can a helper …`. */
const ACTOR =
  /^(?:also )?(?:can|could|is|may) (?:an?|any|the) (?:\p{Lu}\p{L}+ )*?(\p{L}+)(?! (?:of|for|in)\b)/iu;

/** Who does what a question asks about; undefined if it does not say. */
export function actorIn(text: string): string | undefined {
  return ACTOR.exec(text)?.[1]?.toLowerCase();
}

/** `The Pro plan` is often only named `Pro`, as in the head of a table. */
const TIER = /(?<=\S \p{Lu}\p{L}+ )(?:edition|plan|tier)s?(?!\p{L})/gu;

/** The words for editions and plans beside their names. */
export function tiersIn(text: string): ReadonlySet<string> {
  return new Set(text.match(TIER) ?? []);
}

const ALTERNATIVES = /(?<!\p{L})(\p{L}+) or (\p{L}+)/iu;

/** The things that a question asks to choose between. */
export function alternativesIn(text: string): string[] {
  return wordsOf(ALTERNATIVES.exec(text)?.slice(1).join(' ') ?? '');
}
