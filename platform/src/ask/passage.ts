import { wordsInOrder } from '../search/words.ts';
import { contrasts } from './comparison.ts';
import type { Concept } from './concepts.ts';
import { definitionIn, isParticle } from './defining.ts';
import { isOfKind, showsKind, statesDefault } from './facts.ts';
import { hasForm, hasSteps, isRowOf, startOfSteps } from './form.ts';
import { isCode, isSize } from './kind.ts';
import type { MarkedSection, Sentence } from './marks.ts';
import type { QuestionPart } from './question.ts';
import {
  aboutness,
  conceptsIn,
  inOrderShare,
  isAbout,
  isMostlyAbout,
  sameWords,
  shareOf,
  textOf,
  together,
} from './topics.ts';

/** How well a passage of a section answers a question. */
export interface Passage {
  /** The best first. */
  score: number;
  /** The share of the question that it covers, from 0 to 1, where rare words count more. */
  covered: number;
  /** Its first block. */
  at: number;
  blocks: readonly Sentence[];
  /** The head of its table. */
  head: number | undefined;
  /** Whether it defines the subject of a question for a definition. */
  isDefinition: boolean;
  /** Whether its section has the steps of what a question asks how to do. */
  isInstruction: boolean;
}

/** Weights by the location of a word of the question: the closer, the greater. */
const IN_HEADING = 1;
const IN_TABLE_HEAD = 0.9;
const IN_TITLE = 0.9;
const AROUND = 0.8;
const IN_SECTION = 0.3;
const BESIDE: readonly number[] = [1, 0.9, 0.75, 0.65];

/** Below this, a passage counts as lacking the word. */
const HAS = 0.6;

/** Maximum share of a question's weight that an answer may lack. */
const MAY_LACK = 0.24;

/** A title that occurs whole in the question is its topic, for which the text may use other words. */
const MAY_LACK_IN_TOPIC = 0.4;
const ENOUGH_IN_TOPIC = 0.55;
const FITTING_TOPIC = 0.2;

/** The subject of a question for an amount must be close to the number. */
const HAS_RIGHT_THERE = 0.88;

/** A passage that covers less of a question answers a different one. */
const ENOUGH = 0.72;

/** A text that separates adjacent words of the question is about something else. */
const APART = 0.1;
const FITTING_HEADING = 0.15;
const FITTING_TITLE = 0.08;
const FITTING = 0.15;
const FITTING_FORM = 0.12;
const FITTING_ACTION = 0.1;
const FITTING_SENTENCE = 0.05;
const CODE_LINE = -0.1;
const FITTING_WORDS = 0.02;
const FITTING_ORDER = 0.1;

const PRONOUNS = new Set('it its this that these they i you we'.split(' '));

/** The first word of `How do I install …?` */
const ACTION = 0;

/** The share that all words have, of which some may be synonyms. */
const ALL = 0.9;
const ASKED_THERE = 0.3;
const LONG_QUESTION = 5;

/**
 * The passage of a section that covers the question best; undefined if none covers enough of it, or contains what it
 * asks for. `around` are the concepts of titles above the page and of the space.
 */
export function bestPassage(
  section: MarkedSection,
  part: QuestionPart,
  concepts: readonly Concept[],
  around: ReadonlySet<number>,
): Passage | undefined {
  const { blocks } = section;
  const heading = conceptsIn(section.heading);
  const title = conceptsIn(section.title);
  const inBlock = blocks.map(({ tokens }) => conceptsIn(tokens));
  const everywhere = new Set(inBlock.flatMap((found) => [...found.keys()]));
  const isLead = section.heading.length === 0;
  const above = concepts.map((_, concept) =>
    Math.max(
      (heading.get(concept) ?? 0) * IN_HEADING,
      (title.get(concept) ?? 0) * (isLead ? IN_HEADING : IN_TITLE),
      around.has(concept) ? AROUND : 0,
      everywhere.has(concept) ? IN_SECTION : 0,
    ),
  );
  const topic = isLead ? section.title : section.heading;
  if (part.isAboutTopic && !isMostlyAbout(topic, concepts)) return undefined;
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const heavy = concepts.reduce((sum, { weight, light }) => (light ? sum : sum + weight), 0) || 1;
  const inOrder = wordsInOrder(part.text);
  const isTopic = [section.heading, section.title].some((one) => isAbout(one, concepts));
  const fits =
    FITTING_HEADING * aboutness(section.heading, heading, concepts, inOrder) +
    (isLead ? FITTING_HEADING : FITTING_TITLE) * aboutness(section.title, title, concepts, inOrder);
  const isLoose = isTopic && !part.isYesOrNo;
  const mayLack = isLoose ? MAY_LACK_IN_TOPIC : MAY_LACK;
  const enough = isLoose ? ENOUGH_IN_TOPIC : ENOUGH;
  const heads = tableHeads(blocks);
  const isLong = inOrder.length >= LONG_QUESTION;
  const asked = inOrder.join(' ');
  const isAskedAbove =
    inOrder.length > concepts.length &&
    withoutArticles(wordsInOrder(textOf(isLead ? section.title : section.heading))) ===
      withoutArticles(inOrder);
  const isAskedInShort = asksInShort(textOf(section.heading), inOrder);
  const asks = concepts.filter(
    ({ light }, at) => !light && (heading.has(at) || title.has(at) || around.has(at)),
  );
  const isMostlyAsked = asks.reduce((sum, { weight }) => sum + weight, 0) > heavy / 2;
  const isInstruction =
    part.form === 'steps' && isMostlyAsked && (hasSteps(section) || heading.has(ACTION));
  let best: Passage | undefined;
  for (const at of blocks.keys()) {
    const found = inBlock[at];
    if (!found || (found.size === 0 && at > 0)) continue;
    const head = heads[at];
    const values = concepts.map((_, concept) =>
      Math.max(
        above[concept] ?? 0,
        head === undefined ? 0 : (inBlock[head]?.get(concept) ?? 0) * IN_TABLE_HEAD,
        ...BESIDE.map(
          (worth, distance) =>
            worth *
            Math.max(
              inBlock[at - distance]?.get(concept) ?? 0,
              inBlock[at + distance]?.get(concept) ?? 0,
            ),
        ),
      ),
    );
    const text = blocks[at]?.text ?? '';
    for (const [concept, { word }] of concepts.entries()) {
      if (word === 'size' && isSize(text)) values[concept] = 1;
    }
    const lacks = (concept: number) => (values[concept] ?? 0) < HAS;
    const lacking = concepts.reduce(
      (sum, { weight, light }, concept) => (light || !lacks(concept) ? sum : sum + weight),
      0,
    );
    // Two adjacent words name one thing.
    const isLackingOne = part.pairs.some((pair) => pair.every(lacks));
    if (lacking / total > (isLackingOne ? MAY_LACK : mayLack) || !hasAll(part, concepts, values))
      continue;
    const context = [
      section.heading,
      ...[at - 1, at, at + 1].map((place) => blocks[place]?.tokens ?? []),
    ];
    const apart = part.pairs.filter(
      ([left, right]) =>
        !together(context, (one) => title.has(one) || around.has(one), left, right),
    ).length;
    const covered =
      concepts.reduce((sum, { weight }, concept) => sum + weight * (values[concept] ?? 0), 0) /
        total -
      APART * Math.min(apart, 2);
    if (covered < enough) continue;
    const answer = blocks[at];
    if (!answer || !isOfKind(part, section, at, head)) continue;
    if (part.quantity === 'default' && !statesDefault(section, concepts, at, head)) continue;
    if (!comparesBoth(part, section, answer, concepts)) continue;
    const isHead = head === undefined && answer.text.startsWith('|');
    const definition = part.defines && !isHead ? defines(answer, inOrder) : 0;
    const inside = concepts.reduce(
      (sum, { weight, light }, concept) =>
        light ? sum : sum + weight * (inBlock[at]?.get(concept) ?? 0),
      0,
    );
    const isDefined =
      definition > 0 ||
      isAskedAbove ||
      (isMostlyAbout(topic, concepts) && (isLead || inside / heavy >= ALL));
    if (part.isDefinition && !isDefined) continue;
    const score =
      covered +
      fits +
      FITTING * (showsKind(part, answer) ? 1 : definition) +
      (isInstruction || hasForm(part, section, at) ? FITTING_FORM : 0) +
      (isInstruction && heading.has(ACTION) ? FITTING_ACTION * shareOf(section.heading) : 0) +
      (isRowOf(section, at, (concept) => concepts[concept]?.light === false) ? FITTING_FORM : 0) +
      (part.form === 'steps'
        ? 0
        : (FITTING_SENTENCE * inside) / heavy + FITTING_ORDER * inOrderShare(answer, concepts)) +
      FITTING_WORDS * sameWords(answer, concepts) +
      (isAskedAbove || isAskedInShort ? ASKED_THERE : 0) +
      (lacking / total > MAY_LACK ? FITTING_TOPIC : 0) +
      (isCode(text) ? CODE_LINE : 0) +
      (isLong && wordsInOrder(answer.text).join(' ').includes(asked) ? ASKED_THERE : 0);
    if (!best || score > best.score)
      best = { score, covered, at, blocks, head, isDefinition: definition > 0, isInstruction };
  }
  const begin = best && isInstruction ? Math.min(best.at, startOfSteps(section)) : best?.at;
  return best && begin !== undefined ? { ...best, at: begin } : undefined;
}

function withoutArticles(words: readonly string[]): string {
  return words.filter((word) => !/^(?:an?|the)$/.test(word)).join(' ');
}

/** Whether a heading asks a question without its subject, which is that of the page: `Who it is for`. */
function asksInShort(heading: string, question: readonly string[]): boolean {
  const [first, ...others] = wordsInOrder(heading);
  const isSame = first === question[0] && others.length > 0;
  return isSame && others.every((word) => PRONOUNS.has(word) || question.includes(word));
}

/** Names, and the subject of a question for an amount, may never be lacking. */
function hasAll(
  { names, quantity, near }: QuestionPart,
  concepts: readonly Concept[],
  values: readonly number[],
) {
  return concepts.every(({ word }, at) => {
    const isNear = quantity === word || near.includes(word);
    const least = isNear ? HAS_RIGHT_THERE : names.includes(word) ? HAS : 0;
    return (values[at] ?? 0) >= least;
  });
}

/** Whether a block with its heading mentions both things that a question compares, and contrasts them. */
function comparesBoth(
  { compared }: QuestionPart,
  { heading }: MarkedSection,
  { text, tokens }: Sentence,
  concepts: readonly Concept[],
): boolean {
  if (compared.length === 0) return true;
  const found = new Set([...heading, ...tokens].map(({ concept }) => concepts[concept]?.word));
  const isContrast = contrasts(text) || contrasts(textOf(heading));
  return isContrast && compared.every((side) => side.every((word) => found.has(word)));
}

/** The index of the head of the table that contains a block. */
function tableHeads(blocks: readonly Sentence[]): (number | undefined)[] {
  let head: number | undefined;
  return blocks.map(({ text }, at) => {
    if (!text.startsWith('|')) head = undefined;
    else head ??= at;
    return head === at ? undefined : head;
  });
}

/** How surely a sentence begins as a definition of the subject does, from 0 to 1. */
function defines({ text, tokens }: Sentence, question: readonly string[]): number {
  const first = tokens.findIndex(({ concept }) => concept >= 0);
  if (first < 0) return 0;
  let end = first;
  const isSubject = (at: number) => (tokens[at]?.concept ?? -1) >= 0;
  while (isSubject(end) || (isParticle(tokens[end]?.text ?? '') && isSubject(end + 1))) end += 1;
  const words = (from: number, to: number) => tokens.slice(from, to).map((token) => token.text);
  const beginning = {
    before: words(0, first).filter((word) => !question.includes(word)),
    subject: words(first, end),
    next: tokens[end]?.text,
  };
  return definitionIn(text, beginning, (part) => wordsInOrder(part).length);
}
