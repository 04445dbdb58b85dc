import { conceptsAbove, type ExaminedSection, tellingWords } from './examined-section.ts';
import { tells } from './kind.ts';
import { itemsAround } from './list-owners.ts';
import type { MarkedWord } from './marks.ts';
import type { QuestionPart } from './question.ts';
import { conceptsIn, shareOf } from './topics.ts';
import { LIGHT } from './vocabulary.ts';

/** A longer question says enough: what has most of it answers it. */
const MAX_TELLING = 2;

/** Words between those of a short question in an answer to it. */
const MAX_BETWEEN = 8;

/** `Why is it so slow?` is about nothing that is named, and what a text says of a cause may answer it. */
const WHY_IT = /^why (?:are|do|does|is|was) (?:everything|it|that|they|this)\b/i;
const CAUSE = /\b(?:because|caused?|causes|due to|if|reasons?)\b/i;

/** Verbs that say little elsewhere, but what to do where a question has no other verb. */
const ACTIONS: ReadonlySet<string> = new Set('allow apply call include list offer set'.split(' '));

/**
 * Whether a short question, which says little, has words that a text and the titles above it do not have, or that the
 * text has far from each other.
 */
export function lacksOfShort(examined: ExaminedSection, at: number): boolean {
  const { part, concepts, inBlock, owners, heads, isInstruction } = examined;
  if (examined.isAskedAbove || examined.isAskedInShort || part.asked || part.quantity) return false;
  const text = examined.section.blocks[at]?.text ?? '';
  if (part.kind === 'place' && tells('place', text)) return false;
  const telling = tellingWords(examined);
  const most =
    part.kind === 'text' || part.kind === 'place' || part.kind === 'who' ? MAX_TELLING : 1;
  if (telling.length === 0 || telling.length > most) return false;
  const above = isInstruction ? conceptsAbove(examined) : topicsOf(examined);
  const places = isInstruction
    ? [...inBlock.keys()]
    : [at, heads[at] ?? at, ...itemsAround(owners, at)];
  const isThere = (concept: number) =>
    above.has(concept) || places.some((place) => inBlock[place]?.has(concept));
  const verbs = [...concepts.entries()].flatMap(([at, { word, light }]) =>
    light && saysWhatToDo(part, word, telling.length) ? [at] : [],
  );
  if (![...telling, ...verbs].every(isThere)) return true;
  if (WHY_IT.test(part.text) && !telling.some((one) => conceptsAbove(examined).has(one)))
    return !CAUSE.test(text);
  const own = telling.filter((concept) => !above.has(concept));
  if (isInstruction || own.length < 2 || heads[at] !== undefined) return false;
  return !areClose(examined.section.blocks[at]?.tokens ?? [], own);
}

/** Whether a light word of a question is the verb that tells what it asks about a single thing. */
function saysWhatToDo({ form, kind }: QuestionPart, word: string, telling: number): boolean {
  if (form === 'steps') return ACTIONS.has(word);
  return (kind === 'duration' || kind === 'who') && telling === 1 && !LIGHT.has(word);
}

/** The concepts of titles that are about little else, or at least in their own words. */
function topicsOf({ part, section }: ExaminedSection): ReadonlySet<number> {
  const { title, above, heading } = section;
  const isOfSteps = (tokens: readonly MarkedWord[]) => part.form === 'steps' && tokens === heading;
  return new Set(
    [title, above, heading].flatMap((tokens) => {
      const share = shareOf(tokens);
      const found = [...conceptsIn(tokens)];
      return found.flatMap(([concept, worth]) =>
        share > 1 / 2 || (worth === 1 && (share === 1 / 2 || isOfSteps(tokens))) ? [concept] : [],
      );
    }),
  );
}

/** Whether a text has all of these concepts close to each other somewhere. */
function areClose(tokens: readonly MarkedWord[], all: readonly number[]): boolean {
  const last = new Map<number, number>();
  return tokens.some(({ concept, also = [] }, place) => {
    for (const one of [concept, ...also]) if (all.includes(one)) last.set(one, place);
    return all.every((one) => place - (last.get(one) ?? -Infinity) <= MAX_BETWEEN);
  });
}
