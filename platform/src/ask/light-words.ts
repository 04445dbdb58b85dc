import { formOf } from './form.ts';
import { KIND_WORDS, kindOf } from './kind.ts';
import { askedNoun, countedIn, tiersIn } from './subject.ts';
import { GENERAL } from './version.ts';
import { LIGHT } from './vocabulary.ts';

/** Nothing else happens at a port. */
const LISTENS = /^listen/;

/** What a documentation calls its product: `How do I install the plugin?` */
const OF_PRODUCT =
  /\b(?:the|this|your) (addon|app|application|extension|plugin|product|program|software)(?! \p{L})/iu;

const EXISTS = /^(?:concurrently|held|kept|retained|saved|stored)$/;

/** Whether a word only says that there are things: `How many … are kept at the same time?` */
export function saysExistence(word: string): boolean {
  return EXISTS.test(word);
}

/** An answer that lists them need not say how many they are. */
const NUMBERED =
  /^(?:also )?(?:what|which) (?:are|were) the (two|three|four|five|six|seven|eight|nine|ten) /i;

export function numberIn(text: string): string | undefined {
  return NUMBERED.exec(text)?.[1]?.toLowerCase();
}

/** Words of a question that an answer may lack; `isLight` tells those that say little in its language. */
export function lightIn(
  text: string,
  words: readonly string[],
  isLight: (word: string) => boolean,
): string[] {
  const generic = GENERIC.exec(text)?.[1]?.toLowerCase() ?? toolIn(text);
  const forPort = words.includes('port');
  const isClass = (word: string) =>
    GENERAL.has(word) && formOf(text) === 'needs' && words.length > 1;
  const number = numberIn(text);
  const tiers = tiersIn(text);
  const product = OF_PRODUCT.exec(text)?.[1]?.toLowerCase();
  const isCount = countedIn(text) !== undefined;
  const others = words.filter((word) => word !== product && !LIGHT.has(word));
  return words.filter(
    (word) =>
      isLight(word) ||
      word === number ||
      isClass(word) ||
      KIND_WORDS[kindOf(text)]?.test(word) ||
      tiers.has(word) ||
      word === generic ||
      (word === product && others.length > 0) ||
      (isCount && saysExistence(word)) ||
      (forPort && LISTENS.test(word)),
  );
}

/** `Which events can …` may be answered without the word. */
const GENERIC =
  /^(?:what|which) (details|events|information|items|methods|reasons|values|(?:brands|classes|makes|models|sorts|variants)(?= of))\b/i;

/** Whether a question asks for things of any kind. */
export function isGeneric(text: string): boolean {
  return GENERIC.test(text);
}

/** `Which framework is … based on` is answered by its name. */
const TOOL =
  /^(?:engine|framework|library|package|product|software|solution|stack|technology|tool)$/;
const IS_USED =
  /\b(?:based on|built (?:in|on|with)|implemented (?:in|with)|powered by|relies on|use[ds]?|using|written in)\b/i;

/** The noun of a question for the name of a tool; undefined if it asks for something else. */
export function toolIn(text: string): string | undefined {
  const noun = askedNoun(text) ?? '';
  return TOOL.test(noun) && IS_USED.test(text) ? noun : undefined;
}
