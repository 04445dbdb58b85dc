import { wordsInOrder } from '../search/words.ts';
import type { ExaminedSection } from './examined-section.ts';
import { asksForSeveral } from './fact-lines.ts';
import type { Sentence } from './marks.ts';
import { NUMBERS_IN, type QuestionPart } from './question.ts';

export function isRow(block: Pick<Sentence, 'text'> | undefined): boolean {
  return block?.text.startsWith('|') === true;
}

/** Whether a block is the row of the field or the like that a question names: the one that begins with its name. */
export function isRowOfMember({ section, part, heads }: ExaminedSection, at: number): boolean {
  if (heads[at] === undefined || part.members.length === 0) return false;
  const cells = section.blocks[at]?.text.split('|') ?? [];
  const words = wordsInOrder(cells.find((cell) => cell.trim()) ?? '');
  return part.members.some((member) => words.includes(member));
}

/** Whether a question names a row: the first cell has only words of it. */
function isNamedRow(row: Sentence | undefined): boolean {
  const words = wordsInOrder(row?.text.split('|').find((cell) => cell.trim()) ?? '');
  const found = row?.tokens.slice(0, words.length) ?? [];
  return found.length > 0 && found.every(({ concept }) => concept >= 0);
}

/** Whether a block has several numbers, for which a question such as `Which ports …` asks. */
export function hasSeveral(part: QuestionPart, { text, role }: Sentence): boolean {
  if (part.kind !== 'number' || role === 'item' || !asksForSeveral(part)) return false;
  return new Set(text.match(NUMBERS_IN)).size > 1;
}

const GRANT = /^(?:✅|❌|✔|✖|✓|✗|x|-|–|true|false|yes|no)?\uFE0F?$/iu;

/** Whether a row tells to whom something is granted, as a question for yes or no asks. */
export function isGrant({ section, part, inBlock, heads }: ExaminedSection, at: number): boolean {
  const head = heads[at];
  if (!part.isYesOrNo || head === undefined || inBlock[head]?.size === 0) return false;
  const [, , ...cells] = section.blocks[at]?.text.split('|').map((cell) => cell.trim()) ?? [];
  const granted = cells.slice(0, -1);
  return granted.length > 0 && granted.every((cell) => GRANT.test(cell));
}

/** Whether the head of a table has what a question asks for, and this row begins with a number of the question. */
export function isLookedUp(
  { section, part, concepts, inBlock, heads }: ExaminedSection,
  at: number,
): boolean {
  const head = heads[at];
  const asked = concepts.findIndex(({ word }) => word === part.asked);
  if (head === undefined || asked < 0 || inBlock[head]?.has(asked) !== true) return false;
  const first = section.blocks[at]?.text.split('|').find((cell) => cell.trim()) ?? '';
  return (first.match(NUMBERS_IN) ?? []).some((number) => part.numbers.includes(number));
}

/** Whether a block has the numbers of a question. */
export function hasNumbers({ numbers }: QuestionPart, { text }: Pick<Sentence, 'text'>): boolean {
  const written = new Set(text.match(NUMBERS_IN) ?? []);
  return numbers.every((number) => written.has(number));
}

/** Words as close as in the titles above a table need not be in its rows. */
const ABOVE = 0.8;

/**
 * The lines of a table that answer a question whose best row is this one: its head, this row, other rows that have the
 * same words of the question, and those that have a word which this one lacks, as in `the limits of Free and Pro`.
 * Undefined if the block is no row, or the question asks for a list.
 */
export function answeringRows(
  { section, part, concepts, inBlock, heads, above }: ExaminedSection,
  at: number,
): readonly number[] | undefined {
  const head = heads[at];
  if (head === undefined) return answeringItem(section.blocks, part, inBlock, at);
  const isNamed = isNamedRow(section.blocks[at]);
  if (part.form !== undefined && !(part.form === 'list' && isNamed)) return undefined;
  const telling = [...concepts.keys()].filter((concept) => !concepts[concept]?.light);
  const asked = telling.filter((concept) => inBlock[at]?.has(concept));
  const isNumbered = hasNumbers(part, section.blocks[at] as Sentence);
  const lacking = telling.filter(
    (concept) =>
      !inBlock[at]?.has(concept) && !inBlock[head]?.has(concept) && (above[concept] ?? 0) < ABOVE,
  );
  return section.blocks.flatMap(({ text }, place) => {
    if (place === head) return [place];
    if (heads[place] !== head) return [];
    const worth = (concept: number) => inBlock[place]?.get(concept) ?? 0;
    const isRule = /^[|:\s-]+$/.test(text);
    // The word itself says more than another for it.
    const isSame =
      asked.every((concept) => worth(concept) >= (inBlock[at]?.get(concept) ?? 0)) &&
      part.literals.every((code) => text.includes(code)) &&
      (hasNumbers(part, { text }) || !isNumbered);
    return isRule || isSame || lacking.some(worth) ? [place] : [];
  });
}

/** An item of a list that begins with what it is about: `Draft: Being prepared`, `limit (number): Items of a page`. */
const LABELLED = /^([^\s:.,;|(][^:.,;|(]{0,40})(?:\([^:.,;|()]{1,20}\))?: \S/;

/**
 * The line of the item of a list that a question names, if its label has only words of the question, and the items
 * beside it have none.
 */
function answeringItem(
  blocks: readonly Sentence[],
  { form, compared }: QuestionPart,
  inBlock: ExaminedSection['inBlock'],
  at: number,
): readonly number[] | undefined {
  const isItem = (place: number) => LABELLED.test(blocks[place]?.text ?? '');
  if (form !== undefined || compared.length > 0 || !isItem(at)) return undefined;
  const beside = [at - 1, at + 1].filter(isItem);
  const { text = '', tokens = [] } = blocks[at] ?? {};
  const label = tokens.slice(0, wordsInOrder(LABELLED.exec(text)?.[1] ?? '').length);
  const named = label.flatMap(({ concept }) => (concept < 0 ? [] : [concept]));
  if (beside.length === 0 || named.length === 0 || named.length < label.length) return undefined;
  const isNamed = (place: number) => named.some((concept) => inBlock[place]?.has(concept));
  return beside.some(isNamed) ? undefined : [at];
}
