import type { Database } from '../store/database.ts';

/** Names a page in the index. */
export interface PageKey {
  space: string;
  page: string;
}

/** A section that matches a query. */
export interface Hit extends PageKey {
  place: number;
  anchor: string;
  title: string;
  heading: string;
  body: string;
  /** The part of the body that matches best. */
  excerpt: string;
  /** BM25: the lower, the better. */
  score: number;
}

/** Sections of one page, the best first. */
export interface PageHits extends PageKey {
  score: number;
  sections: Hit[];
}

/** More sections than this say nothing more to anybody. */
const MAX_HITS = 500;

/** Words in the title weigh more than those in a heading, and those more than those in the text. */
const WEIGHTS = '8.0, 4.0, 1.0';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * The sections of these spaces that match, the best first: those with all words of the query, or, when there
 * is none, those with any. The query is words alone: it has no operators.
 */
export function searchSections(db: Database, spaces: readonly string[], query: string): Hit[] {
  const words = wordsOf(query);
  const all = match(db, spaces, words, 'AND');
  return all.length > 0 ? all : match(db, spaces, words, 'OR');
}

/** The sections with any of the words, the best first. */
export function searchAnyWord(db: Database, spaces: readonly string[], words: string[]): Hit[] {
  return match(db, spaces, words, 'OR');
}

/** The words of a text in lower case, each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(WORD) ?? [])];
}

/** Pages that match, with their places among all of them: 1 is the best. */
export type RankedPage = PageHits & { rank: number };

/** Pages in the order in which they are told, which no page of a list changes. */
export function rankPages(found: readonly PageHits[]): RankedPage[] {
  return [...found]
    .sort((left, right) => left.score - right.score || (left.page < right.page ? -1 : 1))
    .map((hits, index) => ({ ...hits, rank: index + 1 }));
}

/** Ranked pages by space, the space with the best page first. */
export function groupBySpace(
  ranked: readonly RankedPage[],
): { space: string; pages: RankedPage[] }[] {
  const spaces = [...new Set(ranked.map(({ space }) => space))];
  return spaces.map((space) => ({
    space,
    pages: ranked.filter((hits) => hits.space === space),
  }));
}

/** Hits by page, the page with the best section first. */
export function groupByPage(hits: readonly Hit[]): PageHits[] {
  const byPage = new Map<string, PageHits>();
  for (const hit of hits) {
    const found = byPage.get(`${hit.space}/${hit.page}`);
    if (found) found.sections.push(hit);
    else {
      const { space, page, score } = hit;
      byPage.set(`${space}/${page}`, { space, page, score, sections: [hit] });
    }
  }
  return [...byPage.values()];
}

function match(
  db: Database,
  spaces: readonly string[],
  words: readonly string[],
  operator: 'AND' | 'OR',
): Hit[] {
  if (words.length === 0 || spaces.length === 0) return [];
  const expression = words.map((word) => `"${word}"`).join(` ${operator} `);
  // Two steps, as an excerpt of each of ten thousand matches costs far more than finding the best of them.
  const best = db.all<{ id: number; score: number }>(
    `SELECT section_text.rowid AS id, bm25(section_text, ${WEIGHTS}) AS score
     FROM section_text JOIN section ON section.id = section_text.rowid
     WHERE section_text MATCH ? AND section.space IN (SELECT value FROM json_each(?))
     ORDER BY score, id LIMIT ${MAX_HITS}`,
    expression,
    JSON.stringify(spaces),
  );
  const hits = db.all<Omit<Hit, 'score'> & { id: number }>(
    `SELECT section.id, section.space, section.page, section.place, section.anchor, section.title,
       section.heading, section.body, snippet(section_text, 2, '', '', '…', 40) AS excerpt
     FROM section_text JOIN section ON section.id = section_text.rowid
     WHERE section_text MATCH ? AND section_text.rowid IN (SELECT value FROM json_each(?))`,
    expression,
    JSON.stringify(best.map(({ id }) => id)),
  );
  const byId = new Map(hits.map(({ id, ...hit }) => [id, hit]));
  return best.flatMap(({ id, score }) => {
    const hit = byId.get(id);
    return hit ? [{ ...hit, score }] : [];
  });
}
