import { wordsOf } from '../search/search.ts';
import { productOf, VERSION_WORDS } from './version.ts';

/** One part of a question. */
export interface Part {
  text: string;
  /** Its subject, in lower case. */
  words: string[];
  /** Products and other names. An answer must mention them. */
  names: string[];
  /** Whether it asks for a number, a version or a time; `probably` if the answer may be a word, as a default may. */
  asksNumber: 'surely' | 'probably' | 'no';
  /** What it asks for a number of, where it may be told by a word: `limit`. */
  quantity: string | undefined;
  /** The product whose version it asks for. */
  product: readonly string[] | undefined;
}

/** Words that carry no meaning in a question. */
const ASKING = new Set(
  `a about after an and any are at be before by can could do does done for from get has have how i if in into is it
  its many me most much my need of on one or our please shall should so tell than that the their them there these
  they this to us use was we were what when where which who why will with work works would you your`.split(
    /\s+/,
  ),
);

const SPLIT =
  /(?<!\?)\?+\s+|[,;]?(?<!\s)\s+and\s+(?=(?:also\s+)?(?:how|what|which|when|where|who|why|is|are|does|do|can|the|a|an)\b)/i;

const NUMBER =
  /\bhow (?:many|much|long|often|large|big|old)\b|\b(?:version|versions|number|minimum|maximum|port)\b/i;

/** `How long` is not about what is long. */
const HOW_MUCH = /\bhow (?:long|often|large|big|old)\b/gi;

const PROBABLY_NUMBER = /\b(?:limit|limits|default|size)\b/i;

/** What points back at what an earlier part is about: `and how long does it last`. */
const PRONOUN = /\b(?:it|its|they|them|their|those|these)\b/i;

/** `Is it possible` and `does it take` point at nothing. */
const EXPLETIVE =
  /^(?:also\s+)?(?:is|was) it\b|\b(?:does|did|will) it take\b|\bit (?:is|takes?)\b/gi;

/** How many parts of a question are considered. */
const MAX_PARTS = 4;

/** The parts of a question: `How …, and what …?` asks two things. A part without a subject belongs to the one before. */
export function partsOf(question: string): Part[] {
  const texts: string[] = [];
  for (const text of question
    .split(SPLIT)
    .map((part) => part.trim())
    .filter(Boolean)) {
    const before = texts.at(-1);
    if (subjectOf(text).length === 0 && before !== undefined) {
      texts[texts.length - 1] = `${before} and ${text}`;
    } else texts.push(text);
  }
  const parts: Part[] = [];
  for (const text of texts.length > MAX_PARTS ? [question] : texts) {
    const before = PRONOUN.test(text.replaceAll(EXPLETIVE, '')) ? parts.at(-1) : undefined;
    const product = productOf(text);
    const words = [...new Set([...subjectOf(text), ...(before?.words ?? [])])];
    parts.push({
      text: text.replace(/(?<!\?)\?+$/, ''),
      words: product ? words.filter((word) => !VERSION_WORDS.has(word)) : words,
      names: [...new Set([...namesIn(text), ...(before?.names ?? [])])],
      quantity: PROBABLY_NUMBER.exec(text)?.[0].toLowerCase(),
      product,
      asksNumber: NUMBER.test(text) ? 'surely' : PROBABLY_NUMBER.test(text) ? 'probably' : 'no',
    });
  }
  return parts;
}

function subjectOf(text: string): string[] {
  return wordsOf(text.replaceAll(HOW_MUCH, ' ')).filter((word) => !ASKING.has(word));
}

/** Words with a capital or a digit that do not begin the sentence; acronyms are common words written large. */
function namesIn(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}.+#-]*/gu) ?? [];
  const named = words
    .slice(1)
    .filter((word) => /^\p{Lu}.*\p{Ll}/u.test(word) || /\p{Ll}\p{Lu}/u.test(word));
  return subjectOf(named.join(' '));
}
