import { sanitizeText } from '../text/index.ts';
import { turns } from '../turns.ts';
import { headingLines } from './find/outline.ts';

/** A sentence of a page that a remark is likely about. */
export interface Passage {
  /** The nearest heading above. */
  heading?: string | undefined;
  text: string;
}

/** What a page tells about a remark: the passage, and the quoted words that are nowhere on it. */
export interface RemarkSubject {
  passage?: Passage | undefined;
  missing: readonly string[];
}

/** A remark by a person, and the page that it was made on. */
export interface Remark {
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
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}])?/gu;
const SENTENCE_END = /(?<=[.!?])\s+(?=[\p{Lu}\p{N}`[*])/u;
/** Shorter words are in every sentence; numbers are not. */
const MIN_LETTERS = 4;
/** Words that a sentence has to share with a remark. */
const MIN_SHARED = 2;
/** The weight of words that a sentence has to share, as that of words that no other sentence has. */
const MIN_RARE = 1.5;
/** A remark that names a heading is about what is below it. */
const HEADING_FACTOR = 2;

/**
 * For each remark the sentence that it shares most rare words with, or else one that has what it quotes; and what it
 * quotes with a word that is not on the page.
 */
export async function passagesFor({
  remarks,
}: {
  remarks: readonly Remark[];
}): Promise<RemarkSubject[]> {
  const pause = turns();
  const known = new Map<string, { text: string; sentences: Sentence[] }>();
  const found: RemarkSubject[] = [];
  for (const { said, markdown, besides } of remarks) {
    await pause();
    const page = known.get(markdown) ?? pageOf(markdown);
    known.set(markdown, page);
    const quotes = quotedIn(said);
    const isThere = (word: string) => `${page.text} ${besides.toLowerCase()}`.includes(word);
    const sentence = nearest(said, page.sentences) ?? quoting(quotes, page.sentences);
    found.push({
      passage: sentence && { heading: sentence.heading, text: sentence.text },
      missing: quotes.filter((quote) => !(quote.toLowerCase().match(WORD) ?? []).every(isThere)),
    });
  }
  return found;
}

function pageOf(markdown: string): { text: string; sentences: Sentence[] } {
  const text = sanitizeText(markdown);
  return { text: text.replaceAll('\\', '').toLowerCase(), sentences: sentencesOf(text) };
}

function quoting(quotes: readonly string[], sentences: readonly Sentence[]): Sentence | undefined {
  const wanted = quotes.map((quote) => quote.toLowerCase());
  return sentences.find(({ text }) => wanted.some((quote) => text.toLowerCase().includes(quote)));
}

function quotedIn(said: string): string[] {
  const quotes = [...said.matchAll(QUOTED)].map(([, words, code]) => (words ?? code ?? '').trim());
  return [...new Set(quotes)].slice(0, MAX_QUOTED);
}

function nearest(said: string, sentences: readonly Sentence[]): Sentence | undefined {
  const wanted = wordsOf(said);
  const folded = said.toLowerCase();
  const unique = Math.log(sentences.length + 1);
  const occurrences = new Map<string, number>();
  for (const { words } of sentences) {
    for (const word of words) {
      if (wanted.has(word)) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
    }
  }
  let best: { sentence: Sentence; weight: number } | undefined;
  for (const sentence of sentences) {
    const shared = [...sentence.words].filter((word) => wanted.has(word));
    const rare = shared.reduce(
      (sum, word) => sum + Math.log((sentences.length + 1) / (occurrences.get(word) ?? 1)),
      0,
    );
    if (shared.length < MIN_SHARED || rare < MIN_RARE * unique) continue;
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
    for (const sentence of line.split(SENTENCE_END)) {
      const words = wordsOf(sentence);
      if (words.size < MIN_SHARED) continue;
      const shown = sentence.trim();
      found.push({
        ...(heading !== undefined && { heading }),
        text: shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown,
        words,
      });
    }
  }
  return found;
}

/** Words that tell sentences apart, without the ending of a plural. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(
    words
      .filter((word) => word.length >= MIN_LETTERS || /\d/.test(word))
      .map((word) => (/[^s]s$/.test(word) ? word.slice(0, -1) : word)),
  );
}
