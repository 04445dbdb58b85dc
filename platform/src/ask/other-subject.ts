import { conceptsAbove, type ExaminedSection } from './examined-section.ts';
import { isCode } from './kind.ts';
import { SENTENCE_END } from './sentences.ts';

/** `File size`, in a question. */
const MEASURED =
  /(?<!\p{L})(?!(?:average|default|max|maximum|min|minimum|total) )(\p{L}+) (size|length|width|height|weight)s?(?!\p{L})/iu;

/** What a text measures: `the size of your code`. */
const MEASURE = /(?<!\p{L})(size|length|width|height|weight)s? of (?!\d)([^.,;:()]{1,60})/giu;

/**
 * Whether a text only mentions the action of a question in a sentence about something else: `A coop has perches. They
 * are fixed. They cannot be renamed.` does not tell how to rename a coop.
 */
export function actsOnOther(examined: ExaminedSection, at: number): boolean {
  const { part, concepts, inBlock } = examined;
  const action = concepts.findIndex(({ word }) => word === part.action);
  if (action < 0 || !inBlock[at]?.has(action)) return false;
  const objects = [...concepts.keys()].filter((one) => one !== action && !concepts[one]?.light);
  const above = conceptsAbove(examined);
  if (above.has(action) || objects.some((one) => above.has(one))) return false;
  const isThere = objects.some((one) => inBlock[at]?.has(one));
  if (!isThere) {
    return objects.length > 0 && isCode(examined.section.blocks[at]?.text ?? '');
  }
  const sentences = (examined.section.blocks[at]?.text ?? '').split(SENTENCE_END);
  const names = wordsFor(examined, at, objects);
  const verbs = wordsFor(examined, at, [action]);
  const acts = sentences.map((text) => hasAny(text, verbs));
  return sentences.every((text, index) => {
    const isNear = acts[index] === true || acts[index + 1] === true;
    return !isNear || !hasAny(text, names);
  });
}

/** Whether a text gives the size of something else than the thing whose size a question asks for. */
export function measuresOther(examined: ExaminedSection, at: number): boolean {
  const { part, concepts, section } = examined;
  const [, thing = '', measure = ''] = MEASURED.exec(part.text) ?? [];
  const measured = concepts.findIndex(({ word }) => word === thing.toLowerCase());
  if (measured < 0 || concepts[measured]?.light || conceptsAbove(examined).has(measured))
    return false;
  const phrases = [...(section.blocks[at]?.text ?? '').matchAll(MEASURE)].filter(
    ([, noun = '']) => noun.toLowerCase() === measure.toLowerCase(),
  );
  const names = wordsFor(examined, at, [measured]);
  return phrases.length > 0 && !phrases.some(([, , phrase = '']) => hasAny(phrase, names));
}

/** The words of a block for these concepts, each once. */
function wordsFor(
  { section }: ExaminedSection,
  at: number,
  concepts: readonly number[],
): readonly string[] {
  const tokens = section.blocks[at]?.tokens ?? [];
  return [
    ...new Set(tokens.flatMap(({ concept, text }) => (concepts.includes(concept) ? [text] : []))),
  ];
}

function hasAny(text: string, words: readonly string[]): boolean {
  const written = text.toLowerCase();
  return words.some((word) => written.includes(word));
}
