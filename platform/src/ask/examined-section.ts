import { wordsInOrder } from '../search/words.ts';
import type { Concept } from './concepts.ts';
import { hasSteps } from './form.ts';
import { isImplied } from './kind.ts';
import { ANNOUNCES, itemsAround, ownersOf } from './list-owners.ts';
import type { MarkedSection, MarkedWord, Sentence } from './marks.ts';
import type { QuestionPart } from './question.ts';
import { aboutness, conceptsIn, isAbout, joinedText } from './topics.ts';
import { ASKING } from './vocabulary.ts';

/** Weights by the location of a word of the question: the closer, the greater. */
const IN_HEADING = 1;
const IN_TABLE_HEAD = 0.9;
const IN_TITLE = 0.9;
const IN_ITEM_AROUND = 0.9;
const OUTSIDE = 0.8;
const IN_ANNOUNCEMENT = 0.85;
const IN_HEADING_ABOVE = 0.85;
const AROUND = 0.8;
const IN_SECTION = 0.3;
const BESIDE: readonly number[] = [1, 0.9, 0.75, 0.65];

const FITTING_HEADING = 0.15;
const FITTING_TITLE = 0.08;

const PRONOUNS = new Set('it its this that these they i you we'.split(' '));

/** The first word of `How do I install …?` */
const ACTION = 0;

/** `Rotation` names the action of `rotate`, and `Remove` only a similar one to `uninstall`. */
const LETTERS_OF_ACTION = 4;

/** A question about a section, and what is known before its blocks are compared. */
export interface ExaminedSection {
  section: MarkedSection;
  part: QuestionPart;
  concepts: readonly Concept[];
  /** The words of the question, in their order. */
  question: readonly string[];
  /** Sums of the weights of all concepts, and of those that are not light. */
  total: number;
  heavy: number;
  /** The concepts in each block. */
  inBlock: readonly ReadonlyMap<number, number>[];
  /** How close each concept is to any block: in titles, in the heading, elsewhere in the section. */
  above: readonly number[];
  /** The concepts of titles above the page and of the space. */
  around: ReadonlySet<number>;
  /** Whether the whole page is about a concept. */
  isKnown: (concept: number) => boolean;
  /** The heading, or the title of the page if the section is its beginning. */
  topic: readonly MarkedWord[];
  isLead: boolean;
  /** Whether heading or title consist of words of the question. */
  isTopic: boolean;
  /** How well heading and title fit the question. */
  fits: number;
  /** For each block: the index of the head of its table. */
  heads: readonly (number | undefined)[];
  /** Whether the topic is the question itself. */
  isAskedAbove: boolean;
  /** For each block, the index of the item of a list that it belongs to. */
  owners: readonly (number | undefined)[];
  /** Whether the heading asks it without its subject. */
  isAskedInShort: boolean;
  /** Whether it has the steps of what a question asks how to do. */
  isInstruction: boolean;
  /** How much of the question heading and title have, from 0 to 1. */
  shareAbove: number;
  /** Whether its topic names the action. */
  namesAction: boolean;
}

export function examineSection(
  section: MarkedSection,
  part: QuestionPart,
  concepts: readonly Concept[],
  around: ReadonlySet<number>,
): ExaminedSection {
  const heading = conceptsIn(section.heading);
  const title = conceptsIn(section.title);
  const higher = conceptsIn(section.above);
  const below = [...section.above, ...section.heading];
  const inBlock = section.blocks.map(({ tokens }) => conceptsIn(tokens));
  const everywhere = new Set(inBlock.flatMap((found) => [...found.keys()]));
  const isLead = section.heading.length === 0;
  const question = wordsInOrder(part.text);
  const topic = isLead ? section.title : section.heading;
  const isKnown = (concept: number) =>
    title.has(concept) || higher.has(concept) || around.has(concept);
  const heavy = weightOf(concepts.filter(({ light }) => !light));
  const own = concepts.filter(({ light }, at) => !light && !around.has(at));
  const asks = own.filter((concept) => {
    const at = concepts.indexOf(concept);
    return heading.has(at) || title.has(at) || higher.has(at);
  });
  const verb = concepts[ACTION]?.word.slice(0, LETTERS_OF_ACTION) ?? '';
  const namesAction = topic.some(
    ({ text, concept }) => concept === ACTION && text.startsWith(verb),
  );
  return {
    ...{ section, part, concepts, question, inBlock, isKnown, topic, isLead, namesAction, around },
    shareAbove: weightOf(asks) / (weightOf(own) || 1),
    total: weightOf(concepts) || 1,
    heavy: heavy || 1,
    above: concepts.map((_, concept) =>
      Math.max(
        (heading.get(concept) ?? 0) * IN_HEADING,
        (title.get(concept) ?? 0) * (isLead ? IN_HEADING : IN_TITLE),
        (higher.get(concept) ?? 0) * IN_HEADING_ABOVE,
        around.has(concept) ? AROUND : 0,
        everywhere.has(concept) ? IN_SECTION : 0,
      ),
    ),
    isTopic: [section.heading, section.title].some((one) => isAbout(one, concepts)),
    fits:
      FITTING_HEADING *
        Math.max(
          aboutness(section.heading, heading, concepts, question),
          aboutness(below, conceptsIn(below), concepts, question),
        ) +
      (isLead ? FITTING_HEADING : FITTING_TITLE) *
        aboutness(section.title, title, concepts, question),
    heads: tableHeads(section.blocks),
    owners: ownersOf(section.blocks),
    isAskedAbove:
      question.length > concepts.length &&
      asksAbove(topic, conceptsIn(section.title), concepts, question),
    isAskedInShort: asksInShort(joinedText(section.heading), question),
    isInstruction:
      part.form === 'steps' &&
      weightOf(asks) > weightOf(own) / 2 &&
      (hasSteps(section) || namesAction),
  };
}

/** The words of a question, by their indexes, that neither the titles above the page tell nor a text may show instead. */
export function tellingWords({
  concepts,
  around,
}: Pick<ExaminedSection, 'concepts' | 'around'>): number[] {
  return [...concepts.entries()].flatMap(([at, { word, light }]) =>
    light || around.has(at) || isImplied(word) ? [] : [at],
  );
}

/** The concepts in the titles above a section and its own. */
export function conceptsAbove({ section }: ExaminedSection): ReadonlyMap<number, number> {
  return conceptsIn([...section.title, ...section.above, ...section.heading]);
}

/** How close each concept is to a block. */
export function closeness(examined: ExaminedSection, at: number): number[] {
  const { concepts, above, inBlock, heads, owners } = examined;
  const head = heads[at];
  const announcement = head === undefined ? undefined : announcementOf(examined, head);
  const around = itemsAround(owners, at);
  // Each row of a table, and each item with further lines, is about something else.
  const isOther = (place: number) =>
    (head !== undefined && heads[place] === head) || isInOtherItem(examined, around, place);
  const scopeOf = (place: number) => (isOutside(examined, around, at, place) ? OUTSIDE : 1);
  const beside = BESIDE.flatMap((worth, distance) =>
    [at - distance, at + distance]
      .filter((place) => distance === 0 || !isOther(place))
      .map((place) => ({ worth: worth * scopeOf(place), found: inBlock[place] })),
  );
  return concepts.map((_, concept) =>
    Math.max(
      above[concept] ?? 0,
      head === undefined ? 0 : (inBlock[head]?.get(concept) ?? 0) * IN_TABLE_HEAD,
      (announcement?.get(concept) ?? 0) * IN_ANNOUNCEMENT,
      ...around.map((item) => IN_ITEM_AROUND * (inBlock[item]?.get(concept) ?? 0)),
      ...beside.map(({ worth, found }) => worth * (found?.get(concept) ?? 0)),
    ),
  );
}

/** Whether a block belongs to an item beside the innermost of those around another block. */
function isInOtherItem(
  { section: { blocks }, owners }: ExaminedSection,
  around: readonly number[],
  place: number,
): boolean {
  const [innermost] = around;
  if (innermost === undefined || around.includes(place)) return false;
  const isListed = owners[place] !== undefined || blocks[place]?.role === 'item';
  return isListed && !itemsAround(owners, place).includes(innermost);
}

/** Whether a block is neither in a list nor announces it, and another one is in it. */
function isOutside(
  { section: { blocks }, owners }: ExaminedSection,
  around: readonly number[],
  at: number,
  place: number,
): boolean {
  if (around.length === 0 || place === at || around.includes(place)) return false;
  return owners[place] === undefined && blocks[place]?.role !== 'item';
}

/** The concepts in the line that announces a table. */
function announcementOf(
  { section: { blocks }, inBlock }: ExaminedSection,
  head: number,
): ReadonlyMap<number, number> | undefined {
  return ANNOUNCES.test(blocks[head - 1]?.text ?? '') ? inBlock[head - 1] : undefined;
}

function weightOf(concepts: readonly Concept[]): number {
  return concepts.reduce((sum, { weight }) => sum + weight, 0);
}

function withoutArticles(words: readonly string[]): string {
  return words.filter((word) => !/^(?:an?|the)$/.test(word)).join(' ');
}

/** What marks a question in a list of them: `Q: What is …`. */
const QUESTION_MARK = /^(?:q|question)$/;

/** Headings of fewer words ask for too little. */
const MIN_ASKED = 4;

/** Whether a topic is the question itself, or all of it but what the title has: `Where are the logs … on Linux?` */
function asksAbove(
  topic: readonly MarkedWord[],
  title: ReadonlyMap<number, number>,
  concepts: readonly Concept[],
  question: readonly string[],
): boolean {
  const [first = '', ...others] = wordsInOrder(joinedText(topic));
  const heading = withoutArticles(QUESTION_MARK.test(first) ? others : [first, ...others]);
  const asked = withoutArticles(question);
  if (heading === asked) return true;
  if (others.length < MIN_ASKED || !asked.startsWith(`${heading} `)) return false;
  const rest = asked.slice(heading.length + 1).split(' ');
  return rest.every(
    (word) => ASKING.has(word) || title.has(concepts.findIndex((one) => one.word === word)),
  );
}

/** Words after `how` that ask for an amount of what follows, or for no degree at all. */
const NO_DEGREE = /^(?:are|can|could|did|do|does|is|many|much|must|should|to|would)$/;

/** Whether a heading asks a question without its subject, which is that of the page: `Who it is for`. */
function asksInShort(heading: string, question: readonly string[]): boolean {
  const [first, ...others] = wordsInOrder(heading);
  const isSame = first === question[0] && ASKING.has(first ?? '') && others.length > 0;
  const [degree = ''] = others;
  const asksHow = first === 'how' && degree === question[1] && !NO_DEGREE.test(degree);
  if (isSame && asksHow && others.length > 3) return true;
  return isSame && others.every((word) => PRONOUNS.has(word) || question.includes(word));
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
