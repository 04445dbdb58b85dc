import { hasJoinedWords } from '@docs-platform-mcp/markdown';
import { compoundsIn, spelledOut } from '../markdown/word-parts.ts';
import type { Database } from '../store/database.ts';
import { correctionOf, numberFormsOf } from './correction.ts';
import { excerptOf } from './excerpt.ts';
import {
  type CountedWord,
  countSections,
  oneStep,
  type RankedSection,
  rankSections,
  rowsInStep,
} from './rank.ts';
import {
  anyOf,
  countWords,
  haveSignedNames,
  isIdentifier,
  phrase,
  signedNamesIn,
  wordsOf,
} from './words.ts';

/** Identifies a page in the index. */
export interface PageKey {
  space: string;
  page: string;
}

/** A section that matches a query. */
export interface Hit extends PageKey {
  /** Its number in the index. */
  id: number;
  place: number;
  anchor: string;
  title: string;
  heading: string;
  body: string;
  /** The part of the body that matches best; computed on demand. */
  excerpt: () => string;
  /** The lower, the better. */
  score: number;
}

/** Sections of one page, the best first. */
export interface PageHits extends PageKey {
  score: number;
  sections: Hit[];
}

/** Maximum number of sections: more would not help anybody. */
const MAX_HITS = 500;

/** How many to find, before removing those that the caller may not see. */
const MAX_FOUND = 300;

/** Sections at the beginning of a page. */
const MAX_OF_PAGE = 5;

/** Words in the title weigh more than those in a heading, those in the text, and those in compounds. */
const WEIGHTS = '8.0, 4.0, 1.0, 0.5';

/** The longest words determine the subject of a query; more would only take longer. */
const MAX_WORDS = 12;

/** A query of this many words is also searched literally: a literal match outranks everything else. */
const PHRASE_WORDS = 4;

/** In scripts without spaces, fewer letters suffice. */
const PHRASE_LETTERS = 2;
const PHRASE = 20;
const AS_TYPED = 1;

/** Maximum characters of a query to search literally. */
const MAX_PHRASE = 500;

/** Maximum literal matches whose punctuation is compared. */
const MAX_COMPARED = 300;

/** Minimum letters of a prefix. */
const MIN_BEGINNING = 3;

/** Letters to cut off for a stem, and the minimum length of a distinctive stem. */
const MAX_ENDING = 3;
const MIN_STEM = 6;

/** If at least this many sections have one of the rarer words of a query, sections with only the others are skipped. */
const ENOUGH_SECTIONS = 2_000;

/**
 * The matching sections of these spaces, the best first: those of pages with all words of the query, or, if there is
 * none, those with any. The query has only words and no operators.
 */
export function searchSections(db: Database, spaces: readonly string[], query: string): Hit[] {
  return oneStep(JSON.stringify(['search', spaces, query]), () => foundSections(db, spaces, query));
}

function foundSections(db: Database, spaces: readonly string[], query: string): Hit[] {
  const words = wordsOf(query);
  const compounds = [...compoundsIn(query)].map(
    ([word, parts]) => [word.toLowerCase(), phrase(parts.join(' '))] as const,
  );
  const counted = countedWords(db, spaces, words, new Map(compounds));
  const all = counted.map(({ expression }) => expression);
  const asWritten = matching(db, spaces, phraseOf(query));
  const candidates = [
    ...match(db, spaces, rarest(counted), 'OR'),
    ...(all.length > 1 ? match(db, spaces, all, 'AND') : []),
    ...asWritten,
  ];
  const found = new Map(withNames(db, candidates, query).map((hit) => [hit.id, hit]));
  const phrases = literalMatches(db, asWritten, query);
  const ranks = rankSections(db, [...found.values()], counted, query);
  const ranked = [...found.values()].map((hit) => ({ ...hit, ...ranks.get(hit.id) }));
  const complete = ranked.filter((hit) => hit.complete);
  const best = (complete.length > 0 ? complete : ranked)
    .map((hit) => ({ ...hit, score: -(hit.rank ?? 0) - (phrases.get(hit.id) ?? 0) }))
    .sort((left, right) => left.score - right.score || left.id - right.id)
    .slice(0, MAX_HITS);
  return withExcerpts(db, [...words, ...counted.map(({ word }) => word)], best);
}

/** The best sections by BM25 that match an expression in the notation of the index, of those that `shows` admits. */
export function searchExpression(
  db: Database,
  spaces: readonly string[],
  expression: string,
  shows: (page: PageKey) => boolean,
  most: number,
): Hit[] {
  const found = matching(db, spaces, expression, MAX_FOUND).filter(shows).slice(0, most);
  return oneStep(JSON.stringify(['texts', ...found]), () => withExcerpts(db, [], found));
}

/** The first sections of a page. */
export function sectionsOfPage(db: Database, { space, page }: PageKey): Hit[] {
  const found = rowsInStep<{ id: number }>(
    db,
    `SELECT id FROM section WHERE space = ? AND page = ? ORDER BY place LIMIT ${MAX_OF_PAGE}`,
    space,
    page,
  );
  const sections = found.map(({ id }) => ({ id, score: 0 }));
  return oneStep(JSON.stringify(['texts', ...sections]), () => withExcerpts(db, [], sections));
}

/** Matching pages by rank; 1 is the best. */
export type RankedPage = PageHits & { rank: number };

/** Pages in their final order, which is the same on every page of the list. */
export function rankPages(found: readonly PageHits[]): RankedPage[] {
  return [...found]
    .sort((left, right) => left.score - right.score || (left.page < right.page ? -1 : 1))
    .map((hits, index) => ({ ...hits, rank: index + 1 }));
}

/** Ranked pages grouped by space, up to a maximum per group, ordered by the best page of each group. */
export function groupBySpace(
  ranked: readonly RankedPage[],
  most: number,
): { space: string; pages: RankedPage[] }[] {
  const groups: { space: string; pages: RankedPage[] }[] = [];
  const open = new Map<string, RankedPage[]>();
  for (const hits of ranked) {
    const pages = open.get(hits.space);
    if (pages && pages.length < most) pages.push(hits);
    else {
      const group = { space: hits.space, pages: [hits] };
      groups.push(group);
      open.set(hits.space, group.pages);
    }
  }
  return groups;
}

/** Hits by page, the page with the best section first; of a long section, the best of its parts. */
export function groupByPage(hits: readonly Hit[]): PageHits[] {
  const byPage = new Map<string, PageHits>();
  for (const hit of hits) {
    const found = byPage.get(`${hit.space}/${hit.page}`);
    if (found?.sections.some((section) => isSameSection(section, hit))) continue;
    if (found) found.sections.push(hit);
    else {
      const { space, page, score } = hit;
      byPage.set(`${space}/${page}`, { space, page, score, sections: [hit] });
    }
  }
  return [...byPage.values()];
}

function isSameSection(left: Hit, right: Hit): boolean {
  return left.anchor === right.anchor && left.heading === right.heading;
}

/** The sections with all names of the query such as C#, of which the index has only the letters. */
function withNames(
  db: Database,
  found: readonly RankedSection[],
  query: string,
): readonly RankedSection[] {
  const names = signedNamesIn(query);
  const [name] = names;
  if (name === undefined) return found;
  const sections = rowsInStep<{ id: number; text: string }>(
    db,
    `SELECT id, title || ' ' || heading || ' ' || body AS text FROM section_as_written
     WHERE id IN (SELECT value FROM json_each(?)) AND INSTR(LOWER(text), ?) > 0`,
    JSON.stringify(found.map(({ id }) => id)),
    name,
  );
  const kept = new Set(
    sections.flatMap(({ id, text }) => (haveSignedNames(text, names) ? [id] : [])),
  );
  return found.filter(({ id }) => kept.has(id));
}

/** The weight of sections that contain the words of a query in order, and with the punctuation as typed. */
function literalMatches(
  db: Database,
  found: readonly RankedSection[],
  query: string,
): Map<number, number> {
  const typed = query.replaceAll('\0', '').trim();
  const asTyped = isIdentifier(query) ? PHRASE : AS_TYPED;
  const containing = rowsInStep<{ id: number; text: string }>(
    db,
    `SELECT id, heading || char(10) || body AS text FROM section_as_written
     WHERE id IN (SELECT value FROM json_each(?)) AND INSTR(text, ?) > 0`,
    JSON.stringify(found.slice(0, MAX_COMPARED).map(({ id }) => id)),
    typed,
  );
  const same = new Set(containing.flatMap(({ id, text }) => (hasWhole(text, typed) ? [id] : [])));
  return new Map(found.map(({ id }) => [id, PHRASE + (same.has(id) ? asTyped : 0)]));
}

/** Whether a text has a name that ends where it ends: `--to` is not `--token`. */
function hasWhole(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (!/[\p{L}\p{N}_]/u.test(text.charAt(at + name.length))) return true;
  }
  return false;
}

/**
 * The words of a query in their order, as the index looks for a phrase; nothing for a query of few words, unless they
 * are joined, as in `API_KEY`.
 */
export function phraseOf(query: string): string {
  const words = query.slice(0, MAX_PHRASE).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const literal = words.slice(0, MAX_WORDS).join(' ');
  const least = hasJoinedWords(literal) ? PHRASE_LETTERS : PHRASE_WORDS;
  return countWords(literal) < least && !(literal && isIdentifier(query)) ? '' : phrase(literal);
}

function match(
  db: Database,
  spaces: readonly string[],
  expressions: readonly string[],
  operator: 'AND' | 'OR',
): RankedSection[] {
  return matching(db, spaces, expressions.join(` ${operator} `));
}

/** The sections that match a query in the notation of the index, the best by BM25 first. */
function matching(
  db: Database,
  spaces: readonly string[],
  expression: string,
  most = MAX_HITS,
): RankedSection[] {
  if (expression === '' || spaces.length === 0) return [];
  return rowsInStep<RankedSection>(
    db,
    `SELECT section.id, section.space, section.page, section.title, section.heading,
       bm25(section_text, ${WEIGHTS}) AS score
     FROM section_text JOIN section ON section.id = section_text.rowid
     WHERE section_text MATCH ? AND section.space IN (SELECT value FROM json_each(?))
     ORDER BY score, section.id LIMIT ?`,
    expression,
    JSON.stringify(spaces),
    most,
  );
}

/** The hits, with their texts. */
function withExcerpts(
  db: Database,
  words: readonly string[],
  best: readonly Pick<RankedSection, 'id' | 'score'>[],
): Hit[] {
  if (best.length === 0) return [];
  const hits = db.all<Omit<Hit, 'score' | 'excerpt'>>(
    `SELECT id, space, page, place, anchor, title, heading, body FROM section_as_written
     WHERE id IN (SELECT value FROM json_each(?)) AND (space, page) NOT IN
       (SELECT space, page FROM unindexed WHERE gone = 1)`,
    JSON.stringify(best.map(({ id }) => id)),
  );
  const byId = new Map(hits.map((hit) => [hit.id, hit]));
  return best.flatMap(({ id, score }) => {
    const hit = byId.get(id);
    const key = JSON.stringify(['excerpt', id, words]);
    const excerpt = () => oneStep(key, () => excerptOf(hit?.body ?? '', words));
    return hit ? [{ ...hit, score, excerpt }] : [];
  });
}

/** The longest words with how many sections have each, the rarest first. */
function countedWords(
  db: Database,
  spaces: readonly string[],
  words: readonly string[],
  compounds: ReadonlyMap<string, string>,
): CountedWord[] {
  return [...words]
    .sort((left, right) => right.length - left.length)
    .slice(0, MAX_WORDS)
    .map((word) => countedWord(db, spaces, word, compounds.get(word)))
    .sort((left, right) => left.total - right.total);
}

/** A word that occurs nowhere may be within a longer compound, a prefix of other words, or misspelt. */
function countedWord(
  db: Database,
  spaces: readonly string[],
  word: string,
  parts: string | undefined,
): CountedWord {
  const usual = spelledOut(word);
  const expression = usual === word ? phrase(word) : anyOf([word, usual]);
  const total = countSections(db, spaces, expression);
  if (total > 0) {
    const others = numberFormsOf(db, word);
    if (others.length === 0) return { word, expression, total };
    const any = anyOf([...new Set([word, usual, ...others])]);
    return { word, expression: any, total: countSections(db, spaces, any) };
  }
  for (const beginning of [...(parts ? [parts] : []), ...beginningsOf(word)]) {
    const longer = countSections(db, spaces, beginning);
    if (longer > 0) return { word, expression: beginning, total: longer };
  }
  const corrected = correctionOf(db, spaces, word, total);
  return corrected
    ? { ...corrected, expression: phrase(corrected.word) }
    : { word, expression, total };
}

/** Expressions for the words that begin with this one. The index has stems, which may be shorter than what was typed. */
function beginningsOf(word: string): string[] {
  const letters = [word, word.slice(0, -MAX_ENDING)].filter((part, at) => {
    return part.length >= (at === 0 ? MIN_BEGINNING : MIN_STEM);
  });
  return letters.map((part) => `${phrase(part)} *`);
}

/** As many of the rarest words as it takes to find enough. */
function rarest(counted: readonly CountedWord[]): string[] {
  let sections = 0;
  return counted.flatMap(({ expression, total }) => {
    if (sections >= ENOUGH_SECTIONS) return [];
    sections += total;
    return [expression];
  });
}
