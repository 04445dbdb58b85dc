import { contrasts } from './comparison.ts';
import type { Concept } from './concepts.ts';
import { conceptsAbove, type ExaminedSection } from './examined-section.ts';
import { asksForSolution, isStep } from './form.ts';
import { actsOn, isDoneWithOther, tellsAction } from './instructing.ts';
import { isImplied } from './kind.ts';
import { saysExistence } from './light-words.ts';
import { itemsAround } from './list-owners.ts';
import type { MarkedSection, MarkedWord, Sentence } from './marks.ts';
import type { QuestionPart } from './question.ts';
import { conceptsIn, joinedText, OTHER_WORD, shareOf } from './topics.ts';

/** Below this, a passage counts as lacking the word. */
export const HAS = 0.6;

/** Words between things that are no verbs. */
const JOINS: ReadonlySet<string> = new Set('a an and for in of on or the to with'.split(' '));

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
    ([, { word }]) => !part.names.includes(word) && word !== 'number' && !saysExistence(word),
  );
  const verbs = counted.filter(([, { light }]) => light).length;
  if (verbs === 0 || counted.length - verbs !== 1) return false;
  const above = conceptsIn([...section.title, ...section.heading]);
  const kept = counted.flatMap(([concept, { light }]) =>
    above.has(concept) || inBlock[at]?.has(concept) ? [{ light }] : [],
  );
  if (!kept.some(({ light }) => light) || !kept.some(({ light }) => !light)) return true;
  const [subject] = counted.flatMap(([concept, { light }]) => (light ? [] : [concept]));
  const isAbove = counted.some(([concept]) => above.has(concept));
  return !isAbove && !saysOfSeveral(section.blocks[at]?.tokens ?? [], subject, counted);
}

/** Words between a verb and its subjects: `the only platforms that are currently supported`. */
const MAX_BETWEEN = 5;

/** Whether a text has the verb beside a subject in the plural, or beside one of several. */
function saysOfSeveral(
  tokens: readonly MarkedWord[],
  subject: number | undefined,
  counted: readonly (readonly [number, Concept])[],
): boolean {
  const verbs = counted.map(([concept]) => concept).filter((concept) => concept !== subject);
  const subjects = tokens.flatMap(({ concept, text }, at) =>
    concept === subject ? [{ at, text }] : [],
  );
  const isNear = subjects.some(({ at }) =>
    tokens
      .slice(Math.max(0, at - MAX_BETWEEN), at + MAX_BETWEEN + 1)
      .some(({ concept }) => verbs.includes(concept)),
  );
  return isNear && (subjects.length > 1 || subjects.some(({ text }) => text.endsWith('s')));
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

/** Whether a text has neither one of the things between which a question asks to choose, nor both in other words. */
export function lacksAlternatives(
  { part, concepts, inBlock }: ExaminedSection,
  at: number,
  values: readonly number[],
): boolean {
  const asked = [...concepts.keys()].filter((concept) =>
    part.alternatives.includes(concepts[concept]?.word ?? ''),
  );
  if (asked.length < 2) return false;
  const isSaid = asked.some((concept) => inBlock[at]?.get(concept) === 1);
  return !isSaid && asked.some((concept) => (values[concept] ?? 0) < HAS);
}

/** What asks about a thing, which another word rarely stands for. */
const HOW_IT_WORKS = /^(?:also )?how (?:do|does) .+ work$/i;

/**
 * Whether neither the titles nor a text have what a question is about: the text only has another word for it, one of two
 * words of it, or what to do far from what to do it with, as in `How do I delete an account?`
 */
export function lacksThing(examined: ExaminedSection, at: number): boolean {
  const { part, concepts, around, section, inBlock, heads, owners } = examined;
  const wordOf = (concept: number) => concepts[concept]?.word ?? '';
  const own = [...concepts.keys()].filter(
    (concept) =>
      !concepts[concept]?.light && !around.has(concept) && !part.names.includes(wordOf(concept)),
  );
  if (isOnlyNamed(examined, at)) return true;
  const found = HOW_IT_WORKS.test(part.text) ? conceptsAbove(examined) : undefined;
  const isSame = (concept: number) => [found, inBlock[at]].some((one) => one?.get(concept) === 1);
  if (found && !own.some(isSame)) return true;
  if (doesOther(examined, at, own)) return true;
  if (own.length === 0 || isInTitles(section, own)) return false;
  const isAtLeast = (concept: number, least: number) =>
    isImplied(wordOf(concept)) ||
    [at, heads[at] ?? at].some((place) => (inBlock[place]?.get(concept) ?? 0) >= least);
  // Otherwise, the kind of what it tells shows what it is about.
  const isByWords = (part.kind === 'text' || part.form === 'needs') && !part.defines;
  if (isByWords && !own.some((concept) => isAtLeast(concept, 1))) return true;
  const action = own.find((concept) => wordOf(concept) === part.action);
  if (part.form === 'steps') {
    const words = section.blocks[at] ?? { text: '', tokens: [] };
    if (action === undefined) return false;
    const objects = own.filter((concept) => concept !== action);
    const products = [...around].filter((concept) => part.proper.includes(wordOf(concept)));
    // What to do with the product is said of it, or is a step.
    const things = objects.length > 0 ? objects : products;
    if (things.length === 0 || (objects.length === 0 && isStep(words.text))) return false;
    return !things.some((concept) => actsOn(words, action, concept));
  }
  if (own.length !== 2 || part.defines || part.asked || part.quantity) return false;
  const items = itemsAround(owners, at);
  const isNamed = (concept: number) =>
    isAtLeast(concept, OTHER_WORD) || items.some((item) => inBlock[item]?.has(concept));
  return !own.every(isNamed);
}

/**
 * Whether a question names nothing but what to do, as in `How do I uninstall it?`, and a text with another word for that
 * does it with something else: `Remove a player`.
 */
function doesOther(
  { part, concepts, section, around }: ExaminedSection,
  at: number,
  own: readonly number[],
): boolean {
  const [action = -1] = own;
  const namesProduct = concepts.some(({ word }, one) => around.has(one) && word !== part.action);
  if (own.length !== 1 || concepts[action]?.word !== part.action || namesProduct) return false;
  const { title, above, heading, blocks } = section;
  // A section begins with what it is about.
  const texts = [title, above, heading, ...[0, at].map((place) => blocks[place]?.tokens ?? [])];
  const hasWord = texts.some((tokens) => conceptsIn(tokens).get(action) === 1);
  return !hasWord && texts.some((tokens) => isDoneWithOther(tokens, action));
}

/** Whether a text only names what a question asks how to do, and its section is not about that. */
function isOnlyNamed(
  { part, concepts, section, isInstruction, ...above }: ExaminedSection,
  at: number,
) {
  const action = concepts.findIndex(({ word }) => word === part.action);
  if (
    action < 0 ||
    isInstruction ||
    asksForSolution(part.action) ||
    above.isAskedAbove ||
    above.isAskedInShort
  )
    return false;
  return !tellsAction(section, at, action, part.action ?? '');
}

/** `Where is … stored?`, and who may do the same in an answer. */
const IS_DONE = /\b(?:are|is|was|were) (?:\S+ ){1,4}?(\p{L}+ed)$/iu;
const DOES = /^(?:and|can|do|does|not|or|they|to|we|will|you)$/;

/** Whether a text has the verb of a question for a place only as a part of a name, or as what to do: `data store`. */
export function lacksPassive({ part, concepts, section }: ExaminedSection, at: number): boolean {
  const participle =
    part.kind === 'place' ? IS_DONE.exec(part.text)?.[1]?.toLowerCase() : undefined;
  const verb = concepts.findIndex(({ word }) => word === participle);
  const { tokens = [] } = section.blocks[at] ?? {};
  const mentions = tokens.flatMap(({ concept, text }, place) =>
    verb >= 0 && concept === verb ? [{ text, before: tokens[place - 1]?.text ?? '' }] : [],
  );
  const isOther = (text: string) => participle?.startsWith(text) && text !== participle;
  return (
    mentions.length > 0 && mentions.every(({ text, before }) => isOther(text) && !DOES.test(before))
  );
}

/**
 * Whether a title or a heading has one of these concepts. Another word for it is enough if there is little else, and the
 * title of the page counts only then.
 */
function isInTitles({ title, above, heading }: MarkedSection, own: readonly number[]): boolean {
  return [title, above, heading].some((tokens) => {
    const isMostly = 2 * shareOf(tokens) >= 1;
    if (tokens === title && !isMostly) return false;
    const found = conceptsIn(tokens);
    return own.some((concept) => (found.get(concept) ?? 0) >= (isMostly ? OTHER_WORD : 1));
  });
}

const ASKS_WHAT_IS_NOT = /^(?:also )?(?:what|when|which|who)\b.*\bnot\b/i;

const DENIES =
  /\b(?:cannot|except|excluding|lacks?|missing|neither|never|no|none|nor|not|only|unless|without|un\p{L}+|in\p{L}+ble)\b|n['’]t\b/iu;

/** Whether a question asks what is not so, and a text denies nothing. */
export function lacksDenial(question: string, text: string): boolean {
  return ASKS_WHAT_IS_NOT.test(question) && !DENIES.test(text);
}

/** How far below an item of a list the other thing may be that a question compares with it. */
const MAX_BELOW = 4;

/**
 * Whether a block with its heading mentions both things that a question compares, and contrasts them, or whether they are
 * items of one list.
 */
export function comparesBoth(
  { compared }: QuestionPart,
  { heading, blocks }: MarkedSection,
  at: number,
  concepts: readonly Concept[],
): boolean {
  if (compared.length === 0) return true;
  const { text, tokens } = blocks[at] as Sentence;
  const wordOf = ({ concept }: MarkedWord) => concepts[concept]?.word ?? '';
  const startsWith = (block: Sentence | undefined, side: readonly string[]) => {
    const first = block?.tokens.slice(0, side.length).map(wordOf);
    return first !== undefined && side.every((word) => first.includes(word));
  };
  const below = blocks.slice(at + 1, at + 1 + MAX_BELOW);
  const isListed = [compared, compared.toReversed()].some(
    ([one = [], other = []]) =>
      startsWith(blocks[at], one) && below.some((block) => startsWith(block, other)),
  );
  if (isListed) return true;
  const hasBoth = (words: readonly MarkedWord[]) => {
    const found = new Set(words.map(wordOf));
    return compared.every((side) => side.every((word) => found.has(word)));
  };
  // A heading may contrast other things.
  if (contrasts(joinedText(heading)) && !contrasts(text)) return hasBoth(heading);
  const isContrast = contrasts(text) || haveSameVerb(compared, tokens, wordOf);
  return isContrast && hasBoth([...heading, ...tokens]);
}

/** Whether the same word follows each: `A takes one, B takes several`. */
function haveSameVerb(
  compared: readonly (readonly string[])[],
  tokens: readonly MarkedWord[],
  wordOf: (token: MarkedWord) => string,
): boolean {
  const [verbs = [], others = []] = compared.map((side) =>
    tokens.flatMap((token, at) => {
      const next = tokens[at + 1];
      const isEnd = side.includes(wordOf(token)) && next && !side.includes(wordOf(next));
      return isEnd && !JOINS.has(next.text) ? [next.text] : [];
    }),
  );
  return verbs.some((verb) => others.includes(verb));
}
