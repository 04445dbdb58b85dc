import { wordsInOrder } from '../search/words.ts';
import { conceptsAbove, type ExaminedSection } from './examined-section.ts';
import { actsOn } from './instructing.ts';
import type { QuestionPart } from './question.ts';
import { withSingleVerbs } from './vocabulary.ts';

/** Questions whether, when or why something is done with a thing. The groups begin with the verb, or end with it. */
const BEGINS_WITH_VERB =
  /^(?:also )?(?:where )?(?:can|could|may) (?:I|one|users?|we|you) (?:also |still )?(.+)|^(?:also )?is (?:it possible|there (?:an?|any) way) to (.+)/i;
const ENDS_WITH_VERB =
  /^(?:also )?(?:(?:how (?:long|often)|when|why) )?(?:are|is) (.+(?:ed|kept|sent))$|^(?:also )?(?:what|which) (?:\S+ ){1,3}(?:do|does) (?:\S+ ){1,2}(\S+)$/i;

/** Longer questions say enough. */
const MAX_OBJECTS = 2;

/** The verb of a question that asks whether something can be done, or which things somebody does something with. */
function verbOf({ text, form }: QuestionPart): string | undefined {
  if (form === 'steps') return undefined;
  const question = withSingleVerbs(text);
  const [, first = '', other = ''] = BEGINS_WITH_VERB.exec(question) ?? [];
  if (first || other) return wordsInOrder(first || other)[0];
  const [, passive = '', asked = ''] = ENDS_WITH_VERB.exec(question) ?? [];
  return wordsInOrder(passive || asked).at(-1);
}

/**
 * Whether a text mentions what a question asks about and what is done with it, but does not say that this is done:
 * `the data exporter` for `Can I export my data?`. A title that has one of them tells what its text is about.
 */
export function lacksDeed(examined: ExaminedSection, at: number): boolean {
  const { part, concepts, around, section, inBlock, heads } = examined;
  if (examined.isAskedAbove || examined.isAskedInShort || heads[at] !== undefined) return false;
  const word = verbOf(part);
  const verb = concepts.findIndex((one) => one.word === word);
  const objects = [...concepts.keys()].filter(
    (one) => one !== verb && !concepts[one]?.light && !around.has(one),
  );
  if (verb < 0 || concepts[verb]?.light || objects.length === 0) return false;
  if (objects.length > MAX_OBJECTS) return false;
  const above = conceptsAbove(examined);
  if (above.has(verb) || !inBlock[at]?.has(verb)) return false;
  const words = section.blocks[at] ?? { text: '', tokens: [] };
  return !objects.some((object) => actsOn(words, verb, object));
}
