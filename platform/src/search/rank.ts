import { hasJoinedWords } from '@docs-platform-mcp/markdown';
import type { Database, SqlValue } from '../store/database.ts';
import { step } from '../workers/computed.ts';
import { countWords, isIdentifier, wordsInOrder } from './words.ts';

/** A section to rank: its number in the index, and how well its words match by BM25, the lower, the better. */
export interface RankedSection {
  id: number;
  space: string;
  page: string;
  title: string;
  heading: string;
  score: number;
}

/** The factors of a section's rank, and their weights: shares of the query's words, from 0 to 1. */
const WEIGHTS = { section: 4, page: 3, title: 4, heading: 2, text: 1 };

/** The worth of a title that is the query: more than that of any literal match in a text. */
const TITLE_AS_TYPED = 50;

/** The worth of a title with the words of the query and no others: less than that of an identifier in a text. */
const TITLE_IN_WORDS = 30;

/** The value of a title that has only the stem of a word, as `Liquidity` has that of `liquidation`. */
const SAME_STEM = 0.5;
const MAX_ENDING = 3;

/** A share is a sum of fractions. */
const ALMOST_ALL = 0.999;

/** The number of a chapter. */
const NUMBERING = /^[\d.)]+\s/;

/** Maximum count of a word; more would not change how common it is. */
const MAX_COUNTED = 2_000;

/** A word of a query, and how many sections have it. */
export interface CountedWord {
  /** The form to look up in the index: the word or, if it occurs nowhere, its most likely correction. */
  expression: string;
  word: string;
  total: number;
}

interface Word {
  word: string;
  /** Its number of words, or of letters in scripts without spaces. */
  length: number;
  /** Greater for a word that few sections have. */
  weight: number;
  anywhere: ReadonlySet<number>;
  /** Pages with any section that has it. */
  pages: ReadonlySet<string>;
  inTitle: ReadonlySet<number>;
  inHeading: ReadonlySet<number>;
}

export interface Rank {
  rank: number;
  /** Whether its page has all words of the query. */
  complete: boolean;
}

/**
 * The rank of each section, the greater, the better: first those of pages that the query names; then by the share of
 * the query in it, its page, its title and its heading, where a title with little else counts most; then by BM25. BM25
 * alone ignores words that every other section has.
 */
export function rankSections(
  db: Database,
  found: readonly RankedSection[],
  words: readonly CountedWord[],
  query: string,
): Map<number, Rank> {
  const ids = JSON.stringify(found.map(({ id }) => id));
  const facts = words.map((word) => factsOf(db, found, ids, word));
  const total = facts.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const share = (worth: (word: Word) => boolean | number) =>
    facts.reduce((sum, word) => sum + Number(worth(word)) * word.weight, 0) / total;
  const best = Math.min(...found.map(({ score }) => score), 0) || 1;
  return new Map(
    found.map((section) => {
      const { id, title, heading, score } = section;
      const page = pageOf(section);
      const onPage = share(({ pages }) => pages.has(page));
      const titled =
        share((word) => (word.inTitle.has(id) ? titleScore(title, word) : 0)) *
        density(title, facts, id, 'inTitle');
      const rank =
        WEIGHTS.section * share(({ anywhere }) => anywhere.has(id)) +
        WEIGHTS.page * onPage +
        WEIGHTS.title * titled +
        (titled > ALMOST_ALL ? worthOfName(title, query) : 0) +
        WEIGHTS.heading *
          share((word) => (word.inHeading.has(id) ? titleScore(heading, word) : 0)) *
          density(heading, facts, id, 'inHeading') +
        WEIGHTS.text * (score / best);
      return [id, { rank, complete: onPage > ALMOST_ALL }];
    }),
  );
}

/** How much of a matching word a title has: its stem may be that of another word. */
function titleScore(title: string, { word }: Word): number {
  if (hasJoinedWords(word)) return 1;
  const isLike = (other: string) =>
    shared(word, other) >= Math.max(word.length, other.length) - MAX_ENDING;
  return wordsInOrder(title).some(isLike) ? 1 : SAME_STEM;
}

/** The worth of a title with the words of the query. */
function worthOfName(title: string, query: string): number {
  if (title.toLowerCase() === query.trim().toLowerCase()) return TITLE_AS_TYPED;
  return isIdentifier(query) ? 0 : TITLE_IN_WORDS;
}

function shared(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}

/** The share of the query's words in a title or heading, whatever its number. */
function density(
  text: string,
  facts: readonly Word[],
  id: number,
  where: 'inTitle' | 'inHeading',
): number {
  const length = countWords(text.replace(NUMBERING, ''));
  const matched = facts.reduce((sum, word) => (word[where].has(id) ? sum + word.length : sum), 0);
  return length === 0 ? 0 : Math.min(1, matched / length);
}

function pageOf({ space, page }: RankedSection): string {
  return `${space}/${page}`;
}

function factsOf(
  db: Database,
  found: readonly RankedSection[],
  ids: string,
  { word, expression, total }: CountedWord,
): Word {
  // The plus keeps SQLite from restarting the search for every section.
  const among = (column: string) =>
    new Set(
      rowsInStep<{ id: number }>(
        db,
        `SELECT rowid AS id FROM section_text WHERE section_text MATCH ?
           AND +rowid IN (SELECT value FROM json_each(?))`,
        `${column}${expression}`,
        ids,
      ).map(({ id }) => id),
    );
  const anywhere = among('');
  return {
    word,
    length: countWords(word),
    weight: 1 / Math.log2(2 + total),
    anywhere,
    pages: new Set(found.filter(({ id }) => anywhere.has(id)).map(pageOf)),
    inTitle: among('title : '),
    inHeading: among('heading : '),
  };
}

/** How many sections of these spaces match an expression of the index, counted up to a useful limit. */
export function countSections(db: Database, spaces: readonly string[], expression: string): number {
  const sql = `SELECT COUNT(*) AS total FROM (
    SELECT 1 FROM section_text JOIN section ON section.id = section_text.rowid
    WHERE section_text MATCH ? AND section.space IN (SELECT value FROM json_each(?)) LIMIT ${MAX_COUNTED})`;
  const [row] = rowsInStep<{ total: number }>(db, sql, expression, JSON.stringify(spaces));
  return row?.total ?? 0;
}

/** The rows of a query that is one step of a search. */
export function rowsInStep<T>(db: Database, sql: string, ...values: SqlValue[]): T[] {
  return step(JSON.stringify([sql, ...values]), () => db.all<T>(sql, ...values));
}

/** The result of one step of a search; `key` identifies it and everything that it depends on. */
export function oneStep<T>(key: string, find: () => T): T {
  return step(key, find);
}
