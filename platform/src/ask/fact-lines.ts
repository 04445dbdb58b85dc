import type { ExaminedSection } from './examined-section.ts';
import { isCode } from './kind.ts';
import type { QuestionPart } from './question.ts';
import { HAS } from './requirements.ts';

/** Shorter lines say little alone: `Yes.` */
const MIN_LENGTH = 25;

/** How far away another line may have more of the question. */
const BESIDE = 6;

/** Lines before that a line may refer to. */
const MAX_BEFORE = 2;

/** How a line begins that goes on with the one before. */
const GOES_ON =
  /^(?:additionally|after (?:that|these|this)|also|and|at (?:that|this)|because of|both|but|by (?:that|this)|consequently|each of|furthermore|he|hence|here|however|in (?:addition|that|these|this)|instead|it|its|likewise|moreover|neither|or|otherwise|she|similarly|so|such|that|their|then|therefore|these|they|this|those|thus)\b/i;

/** A line with one name, which the next line describes. */
const TERM = /^[^\s.!?:。]{1,60}$/;

/** How a line begins that limits what the one before says, or tells how to get it. */
export const COMPLETES =
  /^(?:but|except|however|if not|instead|otherwise|to \p{L}+ (?:it|that|this)|unless|without)\b/iu;

/**
 * The line with the answer to a question for a fact, if it alone has it with the titles above, and the lines that it goes
 * on with or that limit it. Undefined if the answer may be in several lines.
 */
export function factLines(examined: ExaminedSection, at: number): readonly number[] | undefined {
  const { section, part } = examined;
  const textAt = (place: number) => section.blocks[place]?.text ?? '';
  const text = textAt(at);
  const isWhole = text.length >= MIN_LENGTH && !isCode(text) && !/^\||[:：?？]$/.test(text);
  if (!asksForFact(part) || !isWhole || !hasAll(examined, at)) return undefined;
  if (section.blocks[at]?.role === 'item' && asksForSeveral(part)) return undefined;
  // No value shows whether it is this line that answers.
  if (part.kind === 'text' && hasMoreBeside(examined, at)) return undefined;
  let from = at;
  while (from > 0 && at - from < MAX_BEFORE && GOES_ON.test(textAt(from))) from -= 1;
  if (TERM.test(textAt(from - 1))) from -= 1;
  const to = COMPLETES.test(textAt(at + 1)) ? at + 1 : at;
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}

/** Whether a question asks which things there are: `Which ports …`. */
export function asksForSeveral({ asked, kind }: QuestionPart): boolean {
  return kind !== 'count' && /[^s]s$/.test(asked ?? '');
}

function asksForFact({ kind, isYesOrNo, asked, form, defines, compared }: QuestionPart): boolean {
  if (form !== undefined || compared.length > 0) return false;
  return kind !== 'text' || isYesOrNo || (asked !== undefined && !defines);
}

/** Whether a line and the titles above it have every word of the question that says something. */
function hasAll({ concepts, inBlock, above }: ExaminedSection, at: number): boolean {
  return concepts.every(
    ({ light }, concept) =>
      light || (inBlock[at]?.get(concept) ?? 0) >= HAS || (above[concept] ?? 0) >= HAS,
  );
}

/** Whether a line nearby has a word of the question that this one has only in the titles above it, or is code. */
function hasMoreBeside({ section, concepts, inBlock }: ExaminedSection, at: number): boolean {
  const lacking = [...concepts.keys()].filter(
    (concept) => !concepts[concept]?.light && !inBlock[at]?.has(concept),
  );
  const beside = inBlock.slice(Math.max(0, at - BESIDE), at + BESIDE + 1);
  const below = section.blocks.slice(at + 1, at + BESIDE + 1);
  return (
    beside.some((found) => lacking.some((concept) => found.has(concept))) ||
    below.some(({ text }) => isCode(text))
  );
}
