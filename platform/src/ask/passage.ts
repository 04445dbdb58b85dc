import { oneStep } from '../search/rank.ts';
import { definitionAt } from './block-definition.ts';
import type { Concept } from './concepts.ts';
import { isCaseAsked, tellsConsequence, tellsWhen, tellsWhetherStill } from './condition.ts';
import { type Core, coreOf } from './core.ts';
import { coverageAt } from './coverage.ts';
import { lacksDeed } from './deed.ts';
import { type ExaminedSection, examineSection } from './examined-section.ts';
import { factLines } from './fact-lines.ts';
import { isOfKind, showsKind, statesDefault } from './facts.ts';
import { hasForm, isAboutNeeds, startOfSteps } from './form.ts';
import { type AnswerKind, ASKS_FOR_CODE, isCode, isComment, showsUnnamed } from './kind.ts';
import { namesThing } from './label.ts';
import { hasLiterals } from './literals.ts';
import type { MarkedSection, Sentence } from './marks.ts';
import { actsOnOther, measuresOther } from './other-subject.ts';
import { isOfOthers } from './possession.ts';
import type { QuestionPart } from './question.ts';
import {
  comparesBoth,
  lacksAllButProduct,
  lacksDenial,
  lacksPassive,
  lacksSubjectOrVerb,
  lacksThing,
} from './requirements.ts';
import {
  answeringRows,
  hasNumbers,
  hasSeveral,
  isGrant,
  isLookedUp,
  isRow,
  isRowOfMember,
} from './rows.ts';
import { lacksOfShort } from './short-question.ts';
import { conceptsIn, inOrderShare, isMostlyAbout, joinedText, shareOf } from './topics.ts';
import { answersAsUsual } from './usual-questions.ts';

/** How well a passage of a section answers a question. */
export interface Passage {
  /** The best first. */
  score: number;
  /** The share of the question that it covers, from 0 to 1, where rare words count more. */
  covered: number;
  /** The index of its best block, or of the first step of instructions. */
  at: number;
  blocks: readonly Sentence[];
  /** The label of these blocks. */
  label: string | undefined;
  /** The index of the head of its table. */
  head: number | undefined;
  /** The blocks that answer the question. */
  core: Core;
  /** Whether the topic of its section is the question itself. */
  isAskedAbove: boolean;
  /** Whether it defines the subject of a question for a definition. */
  isDefinition: boolean;
  /** Whether its section has the steps of what a question asks how to do. */
  isInstruction: boolean;
  /** Whether a question asks which things there are, and its page is about these. */
  isListed: boolean;
  /** Whether it begins the list of these things. */
  isList: boolean;
  /** The indexes of the lines that answer the question without the others, if there are such. */
  lines: readonly number[] | undefined;
}

const FITTING = 0.15;
const FITTING_FORM = 0.12;
const ANNOUNCING = 0.1;
const FITTING_ASKED = 0.05;
const FITTING_NEEDS = 0.2;
const FITTING_ACTION = 0.1;
const CODE_LINE = -0.3;
const OF_THE_PAST = -0.15;
const AN_EXAMPLE = -0.05;
const AN_INTRODUCTION = -0.1;
/** What a page is about, and no answer yet. */
const ABOUT_PAGE = /^(?:the|this) (?:article|chapter|document|guide|page|section|tutorial)\b/i;
const EXAMPLE = /^(?:as an example|e\.g\.|for (?:example|instance))\b/i;
const ENDPOINT = -0.1;
const FITTING_ORDER = 0.1;
const FITTING_CONDITION = 0.1;
const FITTING_CASE = 0.2;
const FITTING_QUALIFIER = 0.04;
/** Small words that change what a sentence says. An answer has those of the question. */
const QUALIFIERS = [/\bonly\b/i, /\b(?:never|no|not|cannot|without)\b|n['’]t\b/i];

/** Pages that say what was new once, and questions for that. */
const CHANGES =
  /\b(?:changelog|change log|changes|release notes?|releases|what is new|what s new)\b/i;
const VERSION = /^(?:v(?:ersion)? ?)?\d+(?: \d+)+\b/;
const ASKS_FOR_CHANGE =
  /\b(?:added|changed?|changes|deprecated|fixed|introduced?|new|releases?|released|removed|since|support for|version|when)\b/i;

/** Questions that the endpoint of an API may answer; in others, people ask what to do in the app. */
const ASKS_FOR_API =
  /\b(?:apis?|call|curl|endpoints?|graphql|http|json|programmatically|requests?|rest|scripts?|sdk)\b/i;

/** Kinds of answers that nobody writes as code. */
const PROSE: ReadonlySet<AnswerKind> = new Set([
  'count',
  'duration',
  'price',
  'date',
  'hours',
  'who',
]);

/** Kinds of answers that may be on a line of their own. */
const VALUES: ReadonlySet<AnswerKind> = new Set([
  ...(['price', 'duration', 'number', 'bytes', 'extent', 'length', 'status'] as const),
]);
const MAX_VALUE = 60;
const MAX_ADDRESS = 150;

/** `How many … do I need?` is answered by what is needed, not by an example. */
const REQUIRED =
  /[≥]|>=|\b(?:or (?:above|greater|higher|later|newer)|at least|earliest|lowest|minimum|oldest|must have|needs?|needed|recommend(?:s|ed)?|requires?|required|requiring)\b/i;

/** The share that all words have, of which some may be synonyms. */
const ALL = 0.9;
const ASKED_THERE = 0.3;

/** Blocks compared in one step, and their words with those of the titles above: others wait meanwhile. */
const BLOCKS_AT_ONCE = 200;
const WORDS_AT_ONCE = 5_000;

/**
 * The passage of a section that covers the question best; undefined if none covers enough of it, or contains what it
 * asks for. `around` are the concepts of titles above the page and of the space, and `key` identifies the section and
 * the question.
 */
export function bestPassage(
  section: MarkedSection,
  part: QuestionPart,
  concepts: readonly Concept[],
  around: ReadonlySet<number>,
  key: string,
): Passage | undefined {
  const examined = oneStep(key, () => examineSection(section, part, concepts, around));
  const isAboutRows = part.isAboutTopic && !isMostlyAbout(examined.topic, concepts, section.title);
  if (isAboutRows && !section.blocks.some(isRow)) return undefined;
  let best: Candidate | undefined;
  for (let from = 0, to: number; from < section.blocks.length; from = to) {
    to = endOfStep(section, from);
    const found = oneStep(`${from} ${key}`, () => bestOf(examined, from, to, isAboutRows));
    if (found && (!best || isBetter(found, best))) best = found;
  }
  if (!best) return undefined;
  const { at } = best;
  const core = coreOf(examined, at);
  if (!best.isInstruction) {
    return { ...best, core, lines: answeringRows(examined, at) ?? factLines(examined, at) };
  }
  return { ...best, core, at: Math.min(at, startOfSteps(section)) };
}

/** The end of the blocks that are compared in one step, from one of them on. */
export function endOfStep(
  {
    title,
    heading,
    blocks,
  }: Pick<MarkedSection, 'title' | 'heading'> & {
    blocks: readonly Pick<Sentence, 'tokens'>[];
  },
  from: number,
): number {
  let words = 0;
  let to = from;
  for (const { tokens } of blocks.slice(from, from + BLOCKS_AT_ONCE)) {
    words += title.length + heading.length + tokens.length;
    if (to > from && words > WORDS_AT_ONCE) break;
    to += 1;
  }
  return to;
}

/** `isAboutRows`: only a row that a table has for the subject answers. */
function bestOf(
  examined: ExaminedSection,
  from: number,
  to: number,
  isAboutRows: boolean,
): Candidate | undefined {
  let best: Candidate | undefined;
  for (let at = from; at < to; at += 1) {
    const passage = passageAt(examined, at);
    if (isAboutRows && !(passage?.isDefinition && isRow(examined.section.blocks[at]))) continue;
    if (passage && (!best || isBetter(passage, best))) best = passage;
  }
  return best;
}

/** Whether one of two passages is better. The line that announces a list comes before another one that is nearly as good. */
function isBetter(one: Candidate, other: Candidate): boolean {
  const [worth, least] = [one, other].map(({ score, isList, blocks, at }) => {
    const announces = isList && /[:：]$/.test(blocks[at]?.text ?? '');
    return score + (announces ? ANNOUNCING : 0);
  }) as [number, number];
  return worth > least;
}

/** A passage before it is known which is the best. */
type Candidate = Omit<Passage, 'core'>;

/** The passage at a block; undefined if it does not answer the question. */
function passageAt(examined: ExaminedSection, at: number): Candidate | undefined {
  const { section, part, concepts, inBlock, heads, isInstruction } = examined;
  const answer = section.blocks[at];
  if (!answer) return undefined;
  if (inBlock[at]?.size === 0 && at > 0 && !isOnlyRow(examined, at) && !isValue(examined, at))
    return undefined;
  if (!hasLiterals(section, at, part.literals)) return undefined;
  if (!answersAsUsual(part.text, section, at)) return undefined;
  const coverage = coverageAt(examined, at, answer);
  if (!coverage) return undefined;
  const head = heads[at];
  const isAsked = examined.isAskedAbove || (examined.isAskedInShort && asksForKind(examined));
  if (!isAsked && !isOfKind(part, section, at, head)) return undefined;
  if (part.kind === 'place' && !isThere(examined, at)) return undefined;
  if ((part.isYesOrNo || part.isDefinition || PROSE.has(part.kind)) && isCodeLine(answer))
    return undefined;
  if (part.quantity === 'default' && !statesDefault(section, concepts, at, head)) return undefined;
  if (!comparesBoth(part, section, at, concepts)) return undefined;
  if (lacksSubjectOrVerb(examined, at) || lacksAllButProduct(examined, at)) return undefined;
  if (lacksThing(examined, at) || lacksPassive(examined, at)) return undefined;
  if (lacksOfShort(examined, at) || lacksDeed(examined, at) || isOfThePast(examined))
    return undefined;
  if (isOfOthers(examined, at) || lacksDenial(part.text, answer.text)) return undefined;
  if (measuresOther(examined, at) || (!isInstruction && actsOnOther(examined, at)))
    return undefined;
  const isHead = head === undefined && isRow(answer);
  const definition = part.defines && !isHead ? definitionAt(examined, at) : 0;
  if (part.isDefinition && definition === 0 && !isDefinedAbove(examined, at)) return undefined;
  return {
    score: coverage.covered + scoreOf(examined, at, answer, definition) + coverage.extra,
    covered: coverage.covered,
    at,
    blocks: section.blocks,
    label: section.label,
    head,
    isAskedAbove: examined.isAskedAbove || examined.isAskedInShort,
    isDefinition: definition > 0,
    isInstruction,
    isListed: isListedAt(examined),
    isList: part.form === 'list' && hasForm(part, section, at),
    lines: undefined,
  };
}

/** What was wrong once: the heading of a list of corrections. */
const CORRECTIONS = /^(?:bug ?fix(?:es)?|fix(?:ed|es)|corrections)\b/i;

/** Whether a page says what was new once, and a question asks how to do something, or was wrong and is not any more. */
function isOfThePast({ part, section, isInstruction }: ExaminedSection): boolean {
  if (ASKS_FOR_CHANGE.test(part.text)) return false;
  if (CORRECTIONS.test(joinedText(section.heading))) return true;
  if (part.form !== 'steps' || isInstruction) return false;
  const title = joinedText(section.title);
  return CHANGES.test(title) || VERSION.test(title);
}

/** Whether the question of a heading is for the same kind of answer: not `What is …` if a question asks for an address. */
function asksForKind({ part, section }: ExaminedSection): boolean {
  return part.kind === 'text' || /^how\b/.test(joinedText(section.heading));
}

/** A line that is only an address or a call. */
const CALL = /^(?=\S{12,}$)[^/=]{0,200}[/=]/;

/** Whether a block is code, and not a comment in it. */
function isCodeLine({ text, role }: Sentence): boolean {
  return (role === 'code' || isCode(text) || CALL.test(text)) && !isComment(text);
}

/** Whether a block is no more than a value, whose name is above it: `Grand plan`, `$49 a month`. */
function isValue({ section, part }: ExaminedSection, at: number): boolean {
  const { text = '' } = section.blocks[at] ?? {};
  if (showsUnnamed(part.asked ?? '', text) && text.length <= MAX_VALUE) return !isCode(text);
  if (part.kind === 'address') return text.length <= MAX_ADDRESS && !isCode(text);
  return VALUES.has(part.kind) && /\d/.test(text) && text.length <= MAX_VALUE && !isCode(text);
}

/** Whether half of the subject is close to a block, and not only in the title of the page. */
function isThere({ section, concepts, inBlock, heavy }: ExaminedSection, at: number): boolean {
  const near = [section.heading, section.above].map((tokens) => conceptsIn(tokens));
  const found = [...near, inBlock[at - 1], inBlock[at], inBlock[at + 1]];
  const there = concepts.filter(
    (one, concept) => !one.light && found.some((in_) => in_?.has(concept)),
  );
  return 2 * there.reduce((sum, { weight }) => sum + weight, 0) >= heavy;
}

/** Whether a block is the only row of a table whose head has words of the question. */
function isOnlyRow({ section, inBlock, heads }: ExaminedSection, at: number): boolean {
  const head = heads[at];
  if (head === undefined || inBlock[head]?.size === 0 || heads[at + 1] === head) return false;
  const marks = section.blocks[head + 1]?.text ?? '';
  return at === head + (/^[|:\s-]+$/.test(marks) ? 2 : 1);
}

/** Whether the topic of a section is what a question asks to define. */
function isDefinedAbove(examined: ExaminedSection, at: number): boolean {
  const { isAskedAbove, topic, concepts, isLead, section } = examined;
  if (isAskedAbove) return true;
  // What follows a heading or a label at once tells what that is.
  const isNamed = isLead || section.label !== undefined || at === 0;
  return isMostlyAbout(topic, concepts) && (isNamed || shareInside(examined, at) >= ALL);
}

/** The share of the question's weight that is in a block itself. */
function shareInside({ concepts, inBlock, heavy }: ExaminedSection, at: number): number {
  const inside = concepts.reduce(
    (sum, { weight, light }, concept) =>
      light ? sum : sum + weight * (inBlock[at]?.get(concept) ?? 0),
    0,
  );
  return inside / heavy;
}

/** Whether a block or its heading mentions what a question asks for: `Which plan …`. */
function hasAsked({ section, part, concepts, inBlock }: ExaminedSection, at: number): boolean {
  const asked = concepts.findIndex(({ word }) => word === part.asked);
  return inBlock[at]?.has(asked) === true || conceptsIn(section.heading).has(asked);
}

/** How well a block that covers the question answers it. */
function scoreOf(
  examined: ExaminedSection,
  at: number,
  answer: Sentence,
  definition: number,
): number {
  const { section, part, concepts, isInstruction, topic } = examined;
  const { isAskedAbove, isAskedInShort } = examined;
  // The head of a column names what the rows have.
  const isHead = isRow(answer) && examined.heads[at] === undefined;
  return (
    examined.fits +
    FITTING * (!isHead && showsKind(part, answer, section.heading) ? 1 : definition) +
    (hasForm(part, section, at) ? FITTING_FORM : 0) +
    (namesThing(examined, at) ? FITTING_FORM : 0) +
    (hasAsked(examined, at) ? FITTING_ASKED : 0) +
    (part.numbers.length > 0 && hasNumbers(part, answer) ? FITTING_ASKED : 0) +
    (part.kind !== 'text' && EXAMPLE.test(answer.text) ? AN_EXAMPLE : 0) +
    (part.asked !== undefined && ABOUT_PAGE.test(answer.text) ? AN_INTRODUCTION : 0) +
    (isGrant(examined, at) || isLookedUp(examined, at) ? FITTING_FORM : 0) +
    (hasSeveral(part, answer) ? FITTING_ASKED : 0) +
    (CHANGES.test(joinedText(section.title)) && !ASKS_FOR_CHANGE.test(part.text)
      ? OF_THE_PAST
      : 0) +
    (isListedAt(examined) ? FITTING_FORM : 0) +
    (isRowOfMember(examined, at) ? FITTING_FORM : 0) +
    (part.form === 'needs' && isAboutNeeds(topic) ? FITTING_NEEDS : 0) +
    (part.form === 'steps' ? FITTING_FORM * instructs(examined, at) : 0) +
    ((part.kind === 'count' || part.product) &&
    REQUIRED.test(part.text) &&
    REQUIRED.test(answer.text)
      ? FITTING_FORM
      : 0) +
    (isInstruction && examined.namesAction ? FITTING_ACTION * shareOf(topic) : 0) +
    FITTING_CONDITION * (tellsWhen(part.text, answer) + tellsConsequence(part.text, answer)) +
    (tellsWhetherStill(part.text, answer.text) ? FITTING_CONDITION : 0) +
    (isCaseAsked(examined, at) ? FITTING_CASE : 0) +
    FITTING_QUALIFIER * qualifiersIn(part.text, answer.text) +
    (part.form === 'steps' ? 0 : FITTING_ORDER * inOrderShare(answer, concepts)) +
    (isAskedAbove || isAskedInShort ? ASKED_THERE : 0) +
    (isCodeLine(answer) && part.kind !== 'address' && !ASKS_FOR_CODE.test(part.text)
      ? CODE_LINE
      : 0) +
    (isEndpoint(section) && !ASKS_FOR_API.test(part.text) ? ENDPOINT : 0)
  );
}

/** Whether a section describes an endpoint of an API. */
function isEndpoint({ blocks }: MarkedSection): boolean {
  return /^(?:DELETE|GET|PATCH|POST|PUT) \S/.test(blocks[0]?.text ?? '');
}

/** How many small words that change the meaning both a question and a text have. */
function qualifiersIn(question: string, text: string): number {
  return QUALIFIERS.filter((word) => word.test(question) && word.test(text)).length;
}

/** Whether a question asks which things there are, and this is the beginning of a page about them. */
function isListedAt({ part, isLead, topic, concepts }: ExaminedSection): boolean {
  return part.form === 'list' && isLead && isMostlyAbout(topic, concepts);
}

/** How well a block answers how to do something: its section has the steps, or it tells all of it. */
function instructs(examined: ExaminedSection, at: number): number {
  const inside = shareInside(examined, at);
  return Math.max(examined.isInstruction ? examined.shareAbove : 0, inside >= ALL ? inside : 0);
}
