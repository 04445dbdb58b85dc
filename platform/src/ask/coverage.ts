import { closeness, type ExaminedSection, tellingWords } from './examined-section.ts';
import { isDefault } from './facts.ts';
import { asksForSolution, isSolution } from './form.ts';
import { DEFAULT_VALUE, showsUnnamed } from './kind.ts';
import { impliedByLabel } from './label.ts';
import type { MarkedWord, Sentence } from './marks.ts';
import { isReplacement } from './replacement.ts';
import { HAS, hasIndispensableWords, lacksAlternatives } from './requirements.ts';
import { actorIn } from './subject.ts';
import { joinedText, OTHER_WORD, together } from './topics.ts';
import { REPLACES } from './vocabulary.ts';

/** Maximum share of a question's weight that an answer may lack. */
const MAY_LACK = 0.24;

/** A title that occurs whole in the question is its topic, for which the text may use other words. */
const MAY_LACK_IN_TOPIC = 0.4;
const ENOUGH_IN_TOPIC = 0.55;
const FITTING_TOPIC = 0.2;

/** A passage that covers less of a question answers a different one. */
const ENOUGH = 0.72;

/** The same for the closest passage to a question of at least so many telling words. */
const MAY_LACK_IF_CLOSEST = 0.5;
const ENOUGH_IF_CLOSEST = 0.45;
const MIN_TELLING = 4;

/** A text that separates adjacent words of the question is about something else. */
const APART = 0.1;

/** What a text says outright. */
const REPLACED = 0.3;
const DECIDED = 0.5;

/** `Only chiefs may …` also tells what others may not. */
const ONLY =
  /\bonly (?:\S+ ){1,5}?(?:are|can|has|have|is|may)\b|\b(?:limited|reserved|restricted) (?:for|to)\b/i;
const EXCLUDED = 0.8;

/**
 * How much of the question a block covers with what surrounds it, and what is added to that for its topic or a new name;
 * undefined if that is not enough.
 */
export function coverageAt(
  examined: ExaminedSection,
  at: number,
  { text }: Sentence,
): { covered: number; extra: number } | undefined {
  const { section, part, concepts, total, isKnown, inBlock, heads } = examined;
  const isLoose = examined.isTopic && !part.isYesOrNo;
  const values = closeness(examined, at);
  const replaces = isReplacement(examined, at);
  const implied = impliedByLabel(examined, at);
  const isRemedy = asksForSolution(part.action) && isSolution(joinedText(section.heading));
  const excluded = excludedBy(examined, at, text);
  for (const [concept, { word }] of concepts.entries()) {
    if (word === excluded) values[concept] = Math.max(values[concept] ?? 0, EXCLUDED);
    const isTold =
      (replaces && (REPLACES.test(word) || word === part.asked)) ||
      (isRemedy && word === part.action) ||
      (part.quantity === 'default' && isDefault(word) && DEFAULT_VALUE.test(text));
    if (isTold || concept === implied || showsUnnamed(word, text)) values[concept] = 1;
  }
  const lacks = (concept: number) => (values[concept] ?? 0) < HAS;
  const lacking = concepts.reduce(
    (sum, { weight, light }, concept) => (light || !lacks(concept) ? sum : sum + weight),
    0,
  );
  // Two adjacent words name one thing, and one of them alone in other words a different one.
  const isOther = (concept: number) => lacks(concept) || (values[concept] ?? 0) === OTHER_WORD;
  const isSameThing = (pair: readonly number[]) =>
    part.action === undefined ? !pair.every(lacks) : !pair.some(lacks) || !pair.every(isOther);
  const mayLack = isLoose && part.pairs.every(isSameThing);
  const limits = limitsFor(examined, isLoose, mayLack);
  if (!limits || lacking / total > limits.mayLack) return undefined;
  if (!hasIndispensableWords(part, concepts, values)) return undefined;
  if (lacksAlternatives(examined, at, values)) return undefined;
  const context = [
    section.heading,
    ...[at - 1, at, at + 1].map((place) => section.blocks[place]?.tokens ?? []),
  ];
  // The head of a column says what its cells are.
  const inHead = inBlock[heads[at] ?? -1];
  const isNamed = (concept: number) => isKnown(concept) || inHead?.has(concept) === true;
  const apart = part.pairs.filter(([left, right]) => !together(context, isNamed, left, right));
  if (hasNameApart(examined, context)) return undefined;
  const covered =
    concepts.reduce((sum, { weight }, concept) => sum + weight * (values[concept] ?? 0), 0) /
      total -
    APART * Math.min(apart.length, 2);
  if (covered < limits.enough) return undefined;
  const topic = lacking / total > MAY_LACK ? FITTING_TOPIC : 0;
  const told = (replaces ? REPLACED : 0) + (excluded === undefined ? 0 : DECIDED);
  return { covered, extra: topic + told };
}

/** How much of a question's weight a text may lack, and must have; undefined if the question says too little. */
function limitsFor(
  examined: ExaminedSection,
  isLoose: boolean,
  mayLack: boolean,
): { mayLack: number; enough: number } | undefined {
  if (examined.part.isLenient) {
    if (tellingWords(examined).length < MIN_TELLING) return undefined;
    return { mayLack: MAY_LACK_IF_CLOSEST, enough: ENOUGH_IF_CLOSEST };
  }
  return {
    mayLack: mayLack ? MAY_LACK_IN_TOPIC : MAY_LACK,
    enough: isLoose ? ENOUGH_IN_TOPIC : ENOUGH,
  };
}

/** Verbs after what is done with it: `reimbursements paid`. */
const NOT_OF_NAMES = /(?:ed|paid|sent|kept|built|made|held|shown|given|taken|written|lost|sold)$/;

/**
 * Whether a question is about nothing but one thing with a name of two common words, such as `API key`, and these texts
 * and the titles have the words apart.
 */
function hasNameApart(
  { part, concepts, around, section, isInstruction }: ExaminedSection,
  context: readonly (readonly MarkedWord[])[],
): boolean {
  const [pair, ...others] = part.pairs;
  const asksForValue = part.quantity !== undefined || !['place', 'text'].includes(part.kind);
  if (!pair || others.length > 0 || part.isYesOrNo || part.defines || asksForValue) return false;
  const isVerb = NOT_OF_NAMES.test(concepts[pair[1]]?.word ?? '');
  const isCommon = (at: number) => {
    const word = concepts[at]?.word ?? '';
    return !part.names.includes(word) && !/\d/.test(word);
  };
  const isDone = (word: string) => !isInstruction && word === part.action;
  const isAll = concepts.every(
    ({ word, light }, at) => light || around.has(at) || pair.includes(at) || isDone(word),
  );
  if (!isAll || isVerb || !pair.every(isCommon)) return false;
  const { title, above, heading } = section;
  const texts = [[...title, ...heading], [...above, ...heading], ...context];
  return !together(texts, () => false, pair[0], pair[1]);
}

/** Who may not do something if a text says who alone may: the text has all other words of the question. */
function excludedBy({ part, concepts, inBlock }: ExaminedSection, at: number, text: string) {
  if (!part.isYesOrNo || !ONLY.test(text)) return undefined;
  const actor = actorIn(part.text);
  const others = [...concepts.keys()].filter(
    (concept) => !concepts[concept]?.light && concepts[concept]?.word !== actor,
  );
  return others.every((concept) => inBlock[at]?.has(concept)) ? actor : undefined;
}
