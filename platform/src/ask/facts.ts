import type { Concept } from './concepts.ts';
import { COUNT, DEFAULT_VALUE, isAmount, tells, WHO } from './kind.ts';
import type { MarkedSection, MarkedWord, Sentence } from './marks.ts';
import type { QuestionPart } from './question.ts';
import { joinedText } from './topics.ts';
import { tellsVersion } from './version.ts';

/**
 * How many words that are not in the question may precede or follow: `20 new requests`, and `requests each minute: 20`.
 */
const MAX_BEFORE = 1;
const MAX_AFTER = 4;

/** A number that is further away counts something else. */
const MAX_BETWEEN = 8;

const MAX_ENDING = 3;

/** Numbers in addresses, and those of items, do not count anything. */
const URL = /:\/\/\S+|(?<!\S)\d+[.)](?=\s)/g;

/** `10 minutes` counts only minutes. */
const UNIT =
  /^(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|percent|[kmg]i?b|[kmc]?m|px)$/;

/** Whether the words of a text contain more than its kind requires. */
export function showsKind(
  { kind, quantity, counted }: QuestionPart,
  { text, tokens }: Sentence,
  heading: readonly MarkedWord[],
): boolean {
  if (quantity === 'default') return DEFAULT_VALUE.test(text);
  if (kind === 'count') {
    return tokens.some(({ concept }, at) => {
      // `2 data sources`, where the question has `data`, too.
      let before = at - 1;
      while ((tokens[before]?.concept ?? -1) >= 0 && !COUNT.test(tokens[before]?.text ?? ''))
        before -= 1;
      return concept === counted && COUNT.test(tokens[before]?.text ?? '');
    });
  }
  return kind === 'who' && (WHO.test(text) || WHO.test(joinedText(heading)));
}

/** Whether a block states a default, or is below a heading or in a table of defaults. */
export function statesDefault(
  { heading, blocks }: MarkedSection,
  concepts: readonly Concept[],
  at: number,
  head?: number,
): boolean {
  const above = [...heading, ...(head === undefined ? [] : (blocks[head]?.tokens ?? []))];
  if (above.some(({ concept }) => isDefault(concepts[concept]?.word ?? ''))) return true;
  return [at, at + 1].some((place) => DEFAULT_VALUE.test(blocks[place]?.text ?? ''));
}

/** Whether a word means a default, in several languages. */
function isDefault(word: string): boolean {
  return /^(?:default|默认|默認|预设|預設|デフォルト|기본)/.test(word);
}

export function isOfKind(
  part: QuestionPart,
  { title, heading, blocks }: MarkedSection,
  at: number,
  head?: number,
) {
  const { kind, counted, product } = part;
  const block = blocks[at];
  if (!block) return false;
  if (product) {
    const place = { title: joinedText(title), heading: joinedText(heading) };
    return [block.text, place.heading].some((text) => tellsVersion(text, product, place));
  }
  if (kind === 'date' || kind === 'who') return tells(kind, `${joinedText(heading)} ${block.text}`);
  if (kind !== 'count') return tells(kind, block.text);
  if (!tells(kind, block.text)) return false;
  if (counted === undefined) return true;
  const noun = part.words[counted] ?? '';
  const isNoun = ({ concept, text, other }: MarkedWord) =>
    concept === counted &&
    (other ||
      singular(text) === singular(noun) ||
      (part.isInflected && isInflectionOf(text, noun)));
  const isNamed = (tokens: readonly MarkedWord[]) => tokens.some(isNoun);
  if (isNamed(heading) && part.quantity === 'default' && DEFAULT_VALUE.test(block.text))
    return true;
  const isTable = head !== undefined;
  if (isTable && (isNamed(block.tokens) || isNamed(blocks[head]?.tokens ?? []))) {
    return block.text.split('|').some(isAmount);
  }
  const prose = block.text.toLowerCase().replaceAll(URL, ' ');
  const isNumber = ({ text }: MarkedWord) => COUNT.test(text) && prose.includes(text);
  const numbers = placesOf(block.tokens, isNumber).filter((number) => {
    // `Once a user is invited` does not count users.
    if (block.tokens[number]?.text === 'once' && noun !== 'times') return false;
    const next = block.tokens[number + 1];
    return next === undefined || next.concept === counted || !UNIT.test(next.text);
  });
  const nouns = placesOf(block.tokens, isNoun);
  return numbers.some((number) =>
    nouns.some((noun) => {
      const isBefore = number < noun || /\d|unlimited/.test(block.tokens[number]?.text ?? '');
      return isBefore && isCountOf(block.tokens, number, noun);
    }),
  );
}

/** Whether a number counts a noun: they are close, apart from other words of the question. */
function isCountOf(tokens: readonly MarkedWord[], number: number, noun: number): boolean {
  const [from, to] = number < noun ? [number, noun] : [noun, number];
  const between = tokens.slice(from + 1, to);
  const others = between.filter(({ concept }) => concept < 0).length;
  return between.length <= MAX_BETWEEN && others <= (number < noun ? MAX_BEFORE : MAX_AFTER);
}

/** Whether two words differ only in their endings. */
function isInflectionOf(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length) - MAX_ENDING;
  return one.slice(0, length) === other.slice(0, length);
}

function singular(noun: string): string {
  return noun
    .replace(/ies$/, 'y')
    .replace(/(?<=[sxz]|ch|sh)es$/, '')
    .replace(/(?<!s)s$/, '');
}

function placesOf(tokens: readonly MarkedWord[], has: (token: MarkedWord) => boolean): number[] {
  return tokens.flatMap((token, place) => (has(token) ? [place] : []));
}
