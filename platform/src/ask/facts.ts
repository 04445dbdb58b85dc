import type { Concept } from './concepts.ts';
import { COUNT, DEFAULT_VALUE, isAmount, isCode, tells, WHO } from './kind.ts';
import type { MarkedSection, MarkedWord, Sentence } from './marks.ts';
import type { QuestionPart } from './question.ts';
import { explainsNumber } from './settings.ts';
import { joinedText } from './topics.ts';
import { tellsVersion, tellsVersionInColumn } from './version.ts';

/**
 * How many words that are not in the question may precede or follow: `20 new requests`, and `requests each minute: 20`.
 */
const MAX_BEFORE = 1;
const MAX_AFTER = 4;

/** A number that is further away counts something else. */
const MAX_BETWEEN = 8;

const MAX_ENDING = 3;

/** How documentation counts how many times something is done. */
const ATTEMPTS = /^(?:attempts|retries|tries)$/;

/** One thing rarely is how many there are. */
const SINGLE = /^(?:1|an?|once?|single)$/i;

const MONEY = /[$€£¥]\s?\d|\d\s?(?:[$€£¥]|(?:usd|eur|gbp)\b)/i;

/** `optional, max 1000 items` counts what the row is about. */
const ITEMS = /\d (?:elements|entries|items|objects|values)\b/i;

/** Numbers in addresses, those of items, and those in names such as `ERC-20` or in sizes do not count anything. */
const UNCOUNTED =
  /:\/\/\S+|(?<!\S)\d+[.)](?=\s)|(?<=\p{L})-\d+(?![\p{L}\p{N}])|(?<!\d)\d{1,6}[x×]\d{1,6}/gu;

/** The number in `ttyACM0` or `3Mbps` counts nothing. */
const IN_A_NAME = /\p{L}\d|\d\p{Script=Latin}{2}/u;

/** `10 minutes` counts only minutes. */
const UNIT =
  /^(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|percent|[kmg]i?b|[kmc]?m|px)$/;

/** `On a single port` tells no port. */
const PORT = /(?<!\d)\d{2,5}(?!\d)/;

/** What is done daily may take any time. */
const HOW_LONG = /\bhow long\b/i;
const HOW_OFTEN = /\b(?:hourly|daily|weekly|monthly|yearly|annual(?:ly)?)\b/gi;

/** What is done once for some time or after it is not done often. */
const ASKS_HOW_OFTEN = /\bhow (?:frequently|often)\b/i;
const ONCE_FOR =
  /\b(?:after|for|in|last|past|than|within) (?:about |the (?:last )?)?\d+ ?\p{L}+|\b(?:forever|indefinite(?:ly)?|permanent(?:ly)?|unlimited)\b/giu;

const FREQUENCY =
  /\b(?:always|any ?time|annual(?:ly)?|daily|each|every|frequen\w*|hourly|immediately|instantly|interval\w*|monthly|never|once|quarterly|real[- ]time|times|twice|weekly|yearly)\b|\b(?:an?|per) (?:day|hour|minute|month|second|week|year)\b|\/ ?(?:day|h|hour|min|month|week|year)\b/i;

/** A text without the durations that tell nothing for this question. */
function withoutOtherDurations(question: string, text: string): string {
  if (HOW_LONG.test(question)) return text.replaceAll(HOW_OFTEN, ' ');
  return ASKS_HOW_OFTEN.test(question) ? text.replaceAll(ONCE_FOR, ' ') : text;
}

/** Whether the words of a text contain more than its kind requires. */
export function showsKind(
  { kind, quantity, counted }: QuestionPart,
  { text, tokens }: Sentence,
  heading: readonly MarkedWord[],
): boolean {
  if (quantity === 'default') return DEFAULT_VALUE.test(text);
  if (kind === 'count') {
    // `2 data sources`, where the question has `data`, too.
    let followsNumber = false;
    return tokens.some(({ concept, text }) => {
      const isCounted = concept === counted && followsNumber;
      const isNumber = COUNT.test(text) && !SINGLE.test(text);
      if (isNumber || concept < 0) followsNumber = isNumber;
      return isCounted;
    });
  }
  if (kind === 'place') return tells(kind, text);
  if (kind === 'price') return MONEY.test(text);
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
export function isDefault(word: string): boolean {
  return /^(?:default|默认|默認|预设|預設|デフォルト|기본)/.test(word);
}

export function isOfKind(
  part: QuestionPart,
  { title, heading, above, blocks }: MarkedSection,
  at: number,
  head?: number,
) {
  const { kind, counted, measure, product } = part;
  const block = blocks[at];
  if (!block) return false;
  if (product) {
    const place = { title: joinedText(title), heading: joinedText(heading) };
    const inColumn = tellsVersionInColumn(block.text, blocks[head ?? -1]?.text ?? '', product);
    return (
      inColumn || [block.text, place.heading].some((text) => tellsVersion(text, product, place))
    );
  }
  if (kind === 'date') return tells(kind, `${joinedText([...above, ...heading])} ${block.text}`);
  if (kind === 'who') return tells(kind, `${joinedText(heading)} ${block.text}`);
  if (kind === 'place') return true;
  const tellsKind = (text: string) => tellsFor(part, text);
  // `Use one of these addresses:` has those of the line below.
  const next = /[:：]$/.test(block.text) ? (blocks[at + 1]?.text ?? '') : '';
  const isToldNext = next !== '' && !isCode(next) && tellsKind(next);
  if (kind !== 'count') return tellsKind(block.text) || isToldNext;
  if (!tells(kind, block.text) && !explainsNumber(blocks, at)) return false;
  if (
    measure !== undefined &&
    !new RegExp(`[\\d一二三四五六七八九十百千两兩]\\s*${measure}`).test(block.text)
  )
    return false;
  if (counted === undefined) return true;
  const noun = part.words[counted] ?? '';
  const isNoun = ({ concept, text, other, also }: MarkedWord) =>
    (noun === 'times' && ATTEMPTS.test(text)) ||
    ((concept === counted || also?.includes(counted) === true) &&
      (other ||
        singular(text) === singular(noun) ||
        (part.isInflected && isInflectionOf(text, noun))));
  const isNamed = (tokens: readonly MarkedWord[]) => tokens.some(isNoun);
  if (explainsNumber(blocks, at) && isNamed(block.tokens)) return true;
  const isDefault = part.quantity === 'default';
  if (isNamed(heading) && isDefault && DEFAULT_VALUE.test(block.text)) return true;
  const rows = head === undefined ? [] : [block, blocks[head]];
  const names = rows.map((row) => row?.tokens.filter(isNoun).map((noun) => noun.text) ?? []);
  if (names.some(({ length }) => length > 0)) {
    const cells = rows.map((row) => row?.text.toLowerCase().split('|') ?? []);
    return (
      countsInRow(cells, names) ||
      (isDefault && cells[0]?.some((cell) => statesDefaultOf(cell, names[0])) === true)
    );
  }
  const { text: written, tokens } = block;
  const prose = written.toLowerCase().replaceAll(UNCOUNTED, ' ');
  return tokens.some(({ text }, number) => {
    if (!COUNT.test(text) || IN_A_NAME.test(text)) return false;
    // `Once a user is invited` does not count users.
    if (text === 'once' && noun !== 'times') return false;
    if (SINGLE.test(text) && isOfAnother(tokens, number)) return false;
    const next = tokens[number + 1];
    if (next && next.concept !== counted && UNIT.test(next.text)) return false;
    const isFollowed = isNextTo(tokens, number, { step: 1, most: MAX_BEFORE }, isNoun);
    const isPreceded =
      /\d|unlimited/.test(text) && isNextTo(tokens, number, { step: -1, most: MAX_AFTER }, isNoun);
    return (isFollowed || isPreceded) && prose.includes(text);
  });
}

/** Whether a text contains what a question for a kind of answer asks for. */
function tellsFor({ kind, asked, quantity, text: question }: QuestionPart, text: string): boolean {
  const asksForPort =
    kind === 'number' && (/^ports?$/.test(asked ?? '') || /\bports?$/.test(question));
  if (asksForPort && !PORT.test(text)) return false;
  const asksHowOften = quantity === undefined && ASKS_HOW_OFTEN.test(question);
  if (asksHowOften && !FREQUENCY.test(text)) return false;
  return tells(kind, withoutOtherDurations(question, text));
}

/** Words after which one thing is not counted: `assigned to a single segment`. */
const TO_ONE = /^(?:at|for|from|in|into|of|on|per|to|with)$/;

function isOfAnother(tokens: readonly MarkedWord[], number: number): boolean {
  const [article, before] = [number - 1, number - 2].map((at) => tokens[at]?.text ?? '');
  return TO_ONE.test(article ?? '') || (article === 'a' && TO_ONE.test(before ?? ''));
}

/**
 * Whether a cell of a row is the number of things with one of these names: that of the column, of the row, or beside the
 * number itself. Takes cells and names of the row and of the head.
 */
function countsInRow(
  [row = [], head = []]: readonly (readonly string[])[],
  [ofRow = [], ofHead = []]: readonly (readonly string[])[],
): boolean {
  const first = row.find((cell) => cell.trim()) ?? '';
  const has = (cell: string, names: readonly string[]) => names.some((name) => cell.includes(name));
  return row.some((cell, column) => {
    if (!isAmount(cell) && !ITEMS.test(cell)) return false;
    return has(first, ofRow) || has(cell, ofRow) || has(head[column] ?? '', ofHead);
  });
}

/** Whether a cell names things and states their default: `Number of eggs. Defaults to 4.` */
function statesDefaultOf(cell: string, names: readonly string[] = []): boolean {
  return DEFAULT_VALUE.test(cell) && names.some((name) => cell.includes(name));
}

/** Whether a noun is close to a number in one direction, with at most some words between that are not in the question. */
function isNextTo(
  tokens: readonly MarkedWord[],
  number: number,
  { step, most }: { step: 1 | -1; most: number },
  isNoun: (token: MarkedWord) => boolean,
): boolean {
  let others = 0;
  for (let distance = 1; distance <= MAX_BETWEEN + 1 && others <= most; distance += 1) {
    const token = tokens[number + step * distance];
    if (!token) return false;
    if (isNoun(token)) return true;
    if (token.concept < 0) others += 1;
  }
  return false;
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
