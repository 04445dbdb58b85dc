import { asksForSeveral } from './fact-lines.ts';
import { isAboutNeeded, isStep } from './form.ts';
import { ASKS_FOR_CODE, isCode } from './kind.ts';
import type { Sentence } from './marks.ts';
import type { Passage } from './passage.ts';
import type { QuestionPart } from './question.ts';
import {
  announces,
  completes,
  endOf,
  endOfList,
  leadsElsewhere,
  MAX_LIST,
  refersBack,
} from './quoted-block.ts';
import { isRow } from './rows.ts';
import { quotedMessage } from './sentences.ts';

const MAX_QUOTE = 600;

const MAX_BACK = 2;

/** How far below the lines that describe it code may be. */
const MAX_TO_CODE = 4;

/** A line that names those below it is short. */
const MAX_NAME = 60;

/** How instructions in sentences begin. */
const AIM = /^(?:if you (?:need|want|wish|would like) )?to \p{L}+/iu;

/** The blocks to quote of a passage, by their indexes: as few as have all of the answer. */
export function placesToQuote(passage: Passage, part: QuestionPart): readonly number[] {
  const { blocks, head, lines } = passage;
  const size = lines?.reduce((sum, place) => sum + (blocks[place]?.text.length ?? 0), 0) ?? 0;
  if (lines && size <= MAX_QUOTE) {
    return [...introductionOf(blocks, lines, passage), ...lines, ...itemsBelow(lines, passage)];
  }
  const found = placesOf(blocks, passage, part);
  const [from = passage.at, last = from] = [found[0], found.at(-1)];
  const above = head !== undefined && head < from ? indexes(head, Math.min(head + 2, from)) : [];
  const end = blocks[last]?.role === 'label' ? endOf(blocks, last + 1, MAX_QUOTE, isLabel) : 0;
  const all = [...found, ...indexes(last + 1, end)];
  const telling = all.filter((place) => !leadsElsewhere(blocks[place] as Sentence));
  const quoted = telling.length > 0 ? telling : all;
  while (quoted.length > 1 && isNameBelow(blocks, quoted.at(-1) ?? 0)) quoted.pop();
  const lowest = quoted.at(-1) ?? last;
  const below =
    isSaid(blocks[lowest], part) || isOnlyError(blocks[lowest], part)
      ? indexes(lowest + 1, endOf(blocks, lowest + 1, MAX_LIST))
      : [];
  const code = ASKS_FOR_CODE.test(part.text) ? codeBelow(blocks, lowest) : [];
  const after = below.length > 0 ? below : code;
  return [...above, ...introductionOf(blocks, quoted, passage), ...quoted, ...after];
}

/** Whether a block only repeats what a question quotes, such as the message of an error. */
function isSaid(block: Sentence | undefined, { said }: QuestionPart): boolean {
  const message = quotedMessage(said);
  return message !== undefined && block?.text.includes(message) === true;
}

/** `What should I do?` is answered below the output that shows the error. */
const ASKS_FOR_REMEDY =
  /\b(?:what (?:can|do|must|should) (?:I|we) do|how (?:can|do|should) (?:I|we) (?:fix|resolve|solve))\b/i;

function isOnlyError(block: Sentence | undefined, { said }: QuestionPart): boolean {
  return block?.role === 'code' && ASKS_FOR_REMEDY.test(said);
}

/** The next code after a block, and the blocks up to there. */
function codeBelow(blocks: readonly Sentence[], at: number): readonly number[] {
  const first = indexes(at + 1, at + MAX_TO_CODE).find((place) => blocks[place]?.role === 'code');
  return first === undefined ? [] : indexes(at + 1, endOfList(blocks, first));
}

function indexes(from: number, to: number): number[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, at) => from + at);
}

function placesOf(
  blocks: readonly Sentence[],
  passage: Passage,
  part: QuestionPart,
): readonly number[] {
  if (passage.isInstruction) return stepsAt(blocks, passage.at);
  if (isRow(blocks[passage.at])) return tableAt(blocks, passage);
  const { core: found } = passage;
  const core = { ...found, to: withOwned(blocks, found.to) };
  const asksForFact =
    part.kind !== 'text' || part.isYesOrNo || part.quantity !== undefined || part.product;
  const listed =
    part.form === 'list' || part.form === 'needs' || (!part.form && asksForSeveral(part))
      ? listAt(blocks, core, part)
      : undefined;
  if (listed) return listed;
  // A heading asks it, and any of the lines below it may answer.
  const isOpen = passage.isAskedAbove || (part.isYesOrNo && core.own.size === 0);
  const isFact = asksForFact && !isOpen && part.form === undefined;
  return isFact ? factAt(blocks, core) : textAt(blocks, { ...passage, core }, part);
}

/** The items below one that is quoted alone which have words of the question. */
function itemsBelow(lines: readonly number[], { blocks, core }: Passage): readonly number[] {
  const last = lines.at(-1) ?? 0;
  const item = blocks[last];
  if (item?.role !== 'item') return [];
  const below = blocks.slice(last + 1);
  const end = below.findIndex(({ containers }) => containers <= item.containers);
  return below.slice(0, end < 0 ? undefined : end).flatMap((block, at) => {
    const isAbout = conceptsOf(block).some((concept) => core.found.has(concept));
    return isAbout && block.role === 'item' ? [last + 1 + at] : [];
  });
}

/** The end of what belongs to the item that ends there, if that is only a name. */
function withOwned(blocks: readonly Sentence[], to: number): number {
  const item = blocks[to - 1];
  if (item?.role !== 'item' || item.text.length > MAX_NAME || /[.!?。]$/.test(item.text)) return to;
  return endOf(
    blocks,
    to,
    MAX_QUOTE,
    (block) => block.containers < item.containers || isItemAfter(item, block),
  );
}

/** The first block before one that can be understood by itself. */
function withReferred(blocks: readonly Sentence[], at: number): number {
  let from = at;
  while (from > 0 && from > at - MAX_BACK && refersBack(blocks[from])) from -= 1;
  return from;
}

/** The blocks of a fact, with what they refer to, and what they announce. */
function factAt(blocks: readonly Sentence[], core: Passage['core']): readonly number[] {
  let { to } = core;
  while (completes(blocks[to])) to += 1;
  if (announces(blocks, to - 1)) to = endOfList(blocks, to);
  return indexes(withReferred(blocks, core.from), to);
}

/**
 * The list that a block announces, or that it is an item of, or only those items that a question names; undefined if
 * there is none.
 */
function listAt(
  blocks: readonly Sentence[],
  core: Passage['core'],
  { form }: QuestionPart,
): readonly number[] | undefined {
  const last = indexes(core.from, core.to).findLast((place) => announces(blocks, place));
  const item = indexes(core.from, core.to).find((place) => blocks[place]?.role === 'item');
  if (last === undefined && item === undefined) return undefined;
  let from = last === undefined ? (item ?? core.from) : last + 1;
  while (blocks[from - 1]?.role === 'item') from -= 1;
  if (blocks[from - 1]?.role === 'label') return undefined;
  const start = announces(blocks, from - 1) ? from - 1 : from;
  const items = indexes(from, endOfList(blocks, from));
  const before = indexes(Math.min(start, core.from), from);
  const said = new Set(before.flatMap((place) => conceptsOf(blocks[place])));
  const names = [...core.own].filter((concept) => !said.has(concept));
  const named = items.filter((place) => {
    const own = conceptsOf(blocks[place]);
    return names.every((concept) => own.includes(concept));
  });
  return [...before, ...(names.length > 0 && named.length > 0 && form !== 'needs' ? named : items)];
}

function conceptsOf(block: Sentence | undefined): number[] {
  return block?.tokens.map(({ concept }) => concept) ?? [];
}

/** The best row of a table, with those after and before it that there is room for. */
function tableAt(blocks: readonly Sentence[], { at }: Passage): readonly number[] {
  let [from, to] = [at, at + 1];
  let size = blocks[at]?.text.length ?? 0;
  const fits = (block: Sentence | undefined) => {
    size += block?.text.length ?? 0;
    return isRow(block) && size <= MAX_QUOTE;
  };
  while (fits(blocks[to])) to += 1;
  while (fits(blocks[from - 1])) from -= 1;
  return indexes(from, to);
}

/**
 * The names above blocks: the items that an item belongs to, a label, and the line that introduces a list if that has
 * further words of the question.
 */
function introductionOf(
  blocks: readonly Sentence[],
  quoted: readonly number[],
  { core }: Passage,
): readonly number[] {
  const [from = 0] = quoted;
  const said = new Set(quoted.flatMap((place) => conceptsOf(blocks[place])));
  const adds = (block: Sentence) =>
    conceptsOf(block).some((concept) => core.found.has(concept) && !said.has(concept));
  const first = blocks[from];
  if (first?.role !== 'item') return blocks[from - 1]?.role === 'label' ? [from - 1] : [];
  const above: number[] = [];
  let { containers } = first;
  for (let place = from - 1; place >= 0; place -= 1) {
    const block = blocks[place] as Sentence;
    if (block.role === 'item') {
      const isAround = block.containers < containers;
      if (isAround && (block.text.length <= MAX_NAME || adds(block))) above.unshift(place);
      containers = Math.min(containers, block.containers);
      continue;
    }
    // An item without a verb says nothing without what the list is of.
    const isName = first.text.length <= MAX_NAME && !/[.!?。]$/.test(first.text);
    const isTold = announces(blocks, place) && (isName || adds(block));
    if (block.role === 'label' || isTold) above.unshift(place);
    break;
  }
  return above;
}

function isLabel({ role }: Sentence): boolean {
  return role === 'label';
}

/** Whether a block is a label, and not the last line, which the one above announces: `Run this command:`. */
function isNameBelow(blocks: readonly Sentence[], at: number): boolean {
  const isLast = at === blocks.length - 1 && /[:：]$/.test(blocks[at - 1]?.text ?? '');
  return blocks[at]?.role === 'label' && !isLast;
}

function isText({ role }: Sentence): boolean {
  return role === undefined || role === 'unlabelled' || role === 'contained';
}

/** Where instructions begin: with the line that announces them, unless they need something that is said before. */
function startOfInstructions(blocks: readonly Sentence[], at: number): number {
  const first = blocks.findIndex((block, place) => place >= at && block.role === 'item');
  const begins = blocks.findIndex(
    ({ text }, place) =>
      place >= at && place < first && (AIM.test(text) || announces(blocks, place)),
  );
  const isIdle = (block: Sentence) => isText(block) && !isAboutNeeded(block.text);
  return begins > at && blocks.slice(at, begins).every(isIdle) ? begins : at;
}

/** Instructions from their beginning to their last step. */
function stepsAt(blocks: readonly Sentence[], at: number): readonly number[] {
  const isItem = (block: Sentence | undefined) => block?.role === 'item';
  const from = startOfInstructions(blocks, at);
  const hasList = blocks.slice(from).filter(isItem).length > 1;
  const isLast = (block: Sentence) =>
    isItem(block) || (isStep(block.text) && !leadsElsewhere(block));
  const last = hasList ? blocks.findLastIndex(isLast) : blocks.length - 1;
  let to = from;
  let size = 0;
  let hasItems = false;
  for (; to <= last; to += 1) {
    const block = blocks[to] as Sentence;
    size += block.text.length;
    if (to > from && (size > MAX_LIST || isRow(block))) break;
    // A label below a list begins something else, unless it is that of another step.
    const next = blocks[to + 1];
    const isStepBelow = next !== undefined && (isStep(next.text) || isItem(next));
    if (hasItems && block.role === 'label' && !isStep(block.text) && !isStepBelow) break;
    hasItems ||= isItem(block);
  }
  while (blocks[to]?.role === 'code') to += 1;
  return indexes(from, to);
}

/** The blocks of an explanation, with those around them that are about the same. */
function textAt(
  blocks: readonly Sentence[],
  { core, isAskedAbove }: Passage,
  part: QuestionPart,
): readonly number[] {
  const isWhole = isAskedAbove || core.own.size === 0;
  const asksHow = part.form === 'steps';
  const isAbout = (block: Sentence) => conceptsOf(block).some((concept) => core.own.has(concept));
  let from = withReferred(blocks, core.from);
  let { to } = core;
  let size = blocks.slice(from, to).reduce((sum, { text }) => sum + text.length, 0);
  const fits = (block: Sentence, most = MAX_QUOTE) => {
    size += block.text.length;
    return size <= most;
  };
  const first = blocks[core.from];
  let isAnnounced = announces(blocks, to - 1);
  for (let next = blocks[to]; next; next = blocks[to]) {
    const isInList = continuesList(blocks, to, isAnnounced);
    const isOther = !isWhole && !isInList && isItemAfter(first, next);
    const isSame = isInList || isWhole || asksHow || goesOn(blocks, to) || isAbout(next);
    if (isOther || !isSame || !fits(next, isInList ? MAX_LIST : MAX_QUOTE)) break;
    if (isNameBelow(blocks, to) && !isInList && !(isWhole && (asksHow || part.form === 'list')))
      break;
    isAnnounced = isInList || announces(blocks, to);
    to += 1;
  }
  for (let previous = blocks[from - 1]; previous; previous = blocks[from - 1]) {
    const isFirst = asksHow && AIM.test(blocks[from]?.text ?? '');
    if (isFirst || !(isWhole || (asksHow && isAbout(previous)))) break;
    if (previous.role === 'label' || !fits(previous)) break;
    from -= 1;
  }
  return indexes(from, to);
}

/** Whether a block is in the same table as the one before it, or in what that one announces. */
function continuesList(blocks: readonly Sentence[], at: number, isAnnounced: boolean): boolean {
  const [before, next] = [blocks[at - 1], blocks[at]];
  return (isRow(next) && isRow(before)) || (isAnnounced && next !== undefined && !isText(next));
}

/** Whether the second block is the next item of the list that the first is an item of. */
function isItemAfter(first: Sentence | undefined, next: Sentence): boolean {
  return first?.role === 'item' && next.role === 'item' && next.containers <= first.containers;
}

/** Whether a block goes on with the one before it. */
function goesOn(blocks: readonly Sentence[], at: number): boolean {
  const [before, next] = [blocks[at - 1], blocks[at]];
  if (!before || !next) return false;
  return (
    next.line === before.line ||
    (next.role === 'contained' && next.containers === before.containers) ||
    announces(blocks, at - 1) ||
    isCode(before.text) ||
    refersBack(next) ||
    leadsElsewhere(next)
  );
}
