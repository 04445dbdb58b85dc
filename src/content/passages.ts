import { sanitizeText } from '../text/index.ts';
import { turns } from '../turns.ts';
import { headingLines } from './find/outline.ts';

/** A sentence of a page that a remark is likely about. */
export interface Passage {
  /** The nearest heading above. */
  heading?: string;
  text: string;
}

/** What a page reveals about a remark: the passage, and the quoted words that do not occur on it. */
export interface RemarkSubject {
  passage?: Passage;
  missing: readonly string[];
}

/** A remark by a person, and the page that it was made on. */
export interface CommentRemark {
  said: string;
  markdown: string;
  /** Its title and description. */
  besides: string;
}

interface Sentence extends Passage {
  words: ReadonlySet<string>;
}

const MAX_SHOWN = 240;
/** A few words between quotation marks or backticks. */
const QUOTED = /["“„«]([^"“”„«»\n]{2,80})["”“»]|`([^`\n]{2,80})`/g;
const MAX_QUOTED = 5;
/** A quotation that occurs in more sentences than this is no hint. */
const MAX_QUOTING = 5;
/** Words that remarks about any subject use. */
const COMMON = new Set(
  'about also been could does find from have here into just must only page please read section sentence should some text than that their then there these they this very want what when where which will with word would your'.split(
    ' ',
  ),
);
const TABLE_ROW = /^ *\|/;
const ACRONYM = /^\p{Lu}{2,3}s?$/u;
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}])?/gu;
const SENTENCE_END = /(?<=[.!?])\s+(?=[\p{Lu}\p{N}`[*])/u;
/** Shorter words are in every sentence; numbers are not. */
const MIN_LETTERS = 4;
/** Minimum number of words that a sentence shares with a remark. */
const MIN_SHARED = 2;
/** Minimum weight of the shared words; a word that no other sentence has weighs 1. */
const MIN_RARE = 1.5;
/** The lower minimum for a sentence that shares this many words. */
const SEVERAL = 3;
const MIN_RARE_OF_SEVERAL = 1.2;
/** A remark that names a heading is about what is below it. */
const HEADING_FACTOR = 2;

/**
 * For each remark, the sentence that contains what it quotes, or else the one with which it shares most rare words; and
 * its quotations with a word that the page lacks.
 */
export async function findPassages({
  remarks,
}: {
  remarks: readonly CommentRemark[];
}): Promise<RemarkSubject[]> {
  const pause = turns();
  const known = new Map<string, { text: string; sentences: Sentence[] }>();
  const found: RemarkSubject[] = [];
  for (const { said, markdown, besides } of remarks) {
    await pause();
    const page = known.get(markdown) ?? pageOf(markdown);
    known.set(markdown, page);
    const { words, code } = quotedIn(said);
    const quotes = [...words, ...code];
    const isThere = (word: string) => `${page.text} ${besides.toLowerCase()}`.includes(word);
    // Names in code are often mentioned in passing, so quoted words come first.
    const sentence =
      passageQuoting(said, words, page.sentences) ??
      nearestPassage(said, page.sentences) ??
      passageQuoting(said, code, page.sentences);
    found.push({
      passage: sentence && { heading: sentence.heading, text: shown(sentence.text, quotes) },
      missing: quotes.filter((quote) => !(quote.toLowerCase().match(WORD) ?? []).every(isThere)),
    });
  }
  return found;
}

function pageOf(markdown: string): { text: string; sentences: Sentence[] } {
  const text = sanitizeText(markdown);
  return { text: text.replaceAll('\\', '').toLowerCase(), sentences: sentencesOf(text) };
}

/**
 * The sentence that contains most of the quotations; of several, the one most similar to the remark. Undefined if many
 * contain as much, because quotations are no hint then.
 */
function passageQuoting(
  said: string,
  quotes: readonly string[],
  sentences: readonly Sentence[],
): Sentence | undefined {
  const lowerCase = quotes.map((quote) => quote.toLowerCase());
  const counts = sentences.map(({ text }) => {
    const folded = text.toLowerCase();
    return lowerCase.filter((quote) => folded.includes(quote)).length;
  });
  const most = counts.reduce((one, other) => Math.max(one, other), 0);
  const having = most === 0 ? [] : sentences.filter((_, at) => counts[at] === most);
  if (having.length > MAX_QUOTING) return undefined;
  return nearestPassage(said, having) ?? having[0];
}

/** A sentence, or the part of a long one around the first thing that is quoted. */
function shown(text: string, quotes: readonly string[]): string {
  if (text.length <= MAX_SHOWN) return text;
  const folded = text.toLowerCase();
  const at = quotes.map((quote) => folded.indexOf(quote.toLowerCase())).find((one) => one >= 0);
  const from = at === undefined || at < MAX_SHOWN / 2 ? 0 : at - Math.floor(MAX_SHOWN / 4);
  const end = from + MAX_SHOWN;
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`;
}

/** The texts between quotation marks and between backticks, up to a maximum in all. */
function quotedIn(said: string): { words: string[]; code: string[] } {
  const words = new Set<string>();
  const code = new Set<string>();
  for (const [, quote, name] of said.matchAll(QUOTED)) {
    if (words.size + code.size === MAX_QUOTED) break;
    if (quote !== undefined) words.add(quote.trim());
    else if (name !== undefined) code.add(name.trim());
  }
  return { words: [...words], code: [...code] };
}

function nearestPassage(said: string, sentences: readonly Sentence[]): Sentence | undefined {
  const remarkWords = wordsOf(said);
  const folded = said.toLowerCase();
  const unique = Math.log(sentences.length + 1);
  const occurrences = new Map<string, number>();
  for (const { words } of sentences) {
    for (const word of words) {
      if (remarkWords.has(word)) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
    }
  }
  let best: { sentence: Sentence; weight: number } | undefined;
  for (const sentence of sentences) {
    const shared = [...sentence.words].filter((word) => remarkWords.has(word));
    const rare = shared.reduce(
      (sum, word) => sum + Math.log((sentences.length + 1) / (occurrences.get(word) ?? 1)),
      0,
    );
    const least = shared.length < SEVERAL ? MIN_RARE : MIN_RARE_OF_SEVERAL;
    if (shared.length < MIN_SHARED || rare < least * unique) continue;
    const heading = sentence.heading?.toLowerCase();
    const isNamed = heading?.includes(' ') === true && folded.includes(heading);
    const weight = isNamed ? rare * HEADING_FACTOR : rare;
    if (best === undefined || weight > best.weight) best = { sentence, weight };
  }
  return best?.sentence;
}

/** The sentences of a text, a row of a table and a line of code being one each. Headings are left out. */
function sentencesOf(text: string): Sentence[] {
  const lines = text.split('\n');
  const headings = headingLines(lines);
  const found: Sentence[] = [];
  let next = 0;
  for (const [index, line] of lines.entries()) {
    if (headings[next]?.line === index + 1) {
      next += 1;
      continue;
    }
    const { heading } = headings[next - 1] ?? {};
    for (const sentence of TABLE_ROW.test(line) ? [line] : line.split(SENTENCE_END)) {
      const words = wordsOf(sentence);
      if (words.size < MIN_SHARED) continue;
      found.push({ ...(heading !== undefined && { heading }), text: sentence.trim(), words });
    }
  }
  return found;
}

/** Words that tell sentences apart, without the ending of a plural. */
function wordsOf(text: string): Set<string> {
  const words = text.match(WORD) ?? [];
  return new Set(
    words
      .filter((word) => word.length >= MIN_LETTERS || /\d/.test(word) || ACRONYM.test(word))
      .map((word) => word.toLowerCase())
      .filter((word) => !COMMON.has(word))
      .map((word) => (/[^s]s$/.test(word) ? word.slice(0, -1) : word))
      .filter((word) => !COMMON.has(word)),
  );
}
