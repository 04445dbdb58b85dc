import type { Caller } from '../auth/caller.ts';
import { primaryHead } from '../content/revisions.ts';
import { type Hit, type PageKey, searchAnyWord, wordsOf } from '../search/search.ts';
import type { Database } from '../store/database.ts';
import { coverageOf } from './coverage.ts';

/** An answer over documentation: quotations, and where each is from. */
export interface Answer {
  markdown: string;
  followupQuestions: string[];
  sources: {
    type: 'page';
    reason: string;
    page: string;
    revision: string;
    space: string;
    sections: string[];
  }[];
}

/** As many sections are quoted at most. */
const MAX_QUOTED = 3;

/** A section whose score is worse than this share of the best one's is left out. */
const WORTH_QUOTING = 0.5;

/** A section with less than this share of the question's words answers another question. */
const WORTH_TRUSTING = 0.5;

/** Sections that are looked at, the best first. */
const MAX_EXAMINED = 20;

const MAX_QUOTE = 600;
const MAX_FOLLOWUPS = 3;

/** Words that a question has whatever it is about. */
const ASKING = new Set(
  `a about after an and are at be before by can could do does done for from get has have how i if in into is it
  its many me most much my need of on one or our shall should so tell than that the their them there these they
  this to us use was we were what when where which who why will with work works would you your`.split(
    /\s+/,
  ),
);

/**
 * Answers from the sections of these spaces that match the question best, quoting and citing them. Nothing is
 * made up: where nothing matches, the answer says so. What `shows` says no to is not read.
 */
export function answerQuestion(
  { db }: Pick<Caller, 'db'>,
  spaces: readonly string[],
  question: string,
  shows: (page: PageKey) => boolean = () => true,
): Answer {
  const words = wordsOf(question).filter((word) => !ASKING.has(word));
  const hits = searchAnyWord(db, spaces, words).filter(shows);
  const quoted = worthQuoting(hits, coverageOf(db, spaces, words));
  if (quoted.length === 0) {
    return {
      markdown: `Nothing in the documentation that you can read answers "${question}".`,
      followupQuestions: [],
      sources: [],
    };
  }
  return {
    markdown: quoted.map((hit) => quote(hit, words)).join('\n\n'),
    followupQuestions: followups(db, quoted),
    sources: sources(db, quoted),
  };
}

/** The same answer as it grows, one block more each time; the last is the whole. */
export function growingAnswers(answer: Answer): Answer[] {
  const parts = answer.markdown.split('\n\n');
  return parts.map((_, index) => {
    const whole = index === parts.length - 1;
    const markdown = parts.slice(0, index + 1).join('\n\n');
    return whole ? answer : { markdown, followupQuestions: [], sources: [] };
  });
}

function worthQuoting(hits: readonly Hit[], coverage: (hit: Hit) => number): Hit[] {
  const [best] = hits;
  if (!best) return [];
  const texts = hits.filter(({ body, score }) => body && score <= best.score * WORTH_QUOTING);
  const near = texts.slice(0, MAX_EXAMINED).filter((hit) => coverage(hit) >= WORTH_TRUSTING);
  return near.slice(0, MAX_QUOTED);
}

function quote(hit: Hit, words: readonly string[]): string {
  const name = hit.heading ? `${hit.title}: ${hit.heading}` : hit.title;
  const lines = passage(hit.body, words).split('\n');
  return `**${name}**\n\n${lines.map((line) => `> ${line}`).join('\n')}`;
}

/** The blocks of a section around the one that has most of the words, as many as fit. */
function passage(body: string, words: readonly string[]): string {
  const blocks = body.split('\n');
  const counts = blocks.map(
    (block) => wordsOf(block).filter((word) => words.includes(word)).length,
  );
  let start = counts.indexOf(Math.max(...counts));
  let end = start + 1;
  let size = blocks[start]?.length ?? 0;
  for (;;) {
    const next = end < blocks.length ? end : start - 1;
    const block = blocks[next];
    if (block === undefined || size + block.length > MAX_QUOTE) break;
    size += block.length;
    if (next === end) end += 1;
    else start = next;
  }
  return blocks.slice(start, end).join('\n');
}

/** Asks for the neighbours of what was quoted. */
function followups(db: Database, quoted: readonly Hit[]): string[] {
  const asked = new Set(quoted.map(({ heading }) => heading));
  const headings = quoted.flatMap(({ space, page, title }) =>
    db
      .all<{ heading: string }>(
        `SELECT heading FROM section WHERE space = ? AND page = ? AND heading <> '' ORDER BY place`,
        space,
        page,
      )
      .filter(({ heading }) => !asked.has(heading))
      .map(({ heading }) => `What does "${title}" say about "${heading}"?`),
  );
  return [...new Set(headings)].slice(0, MAX_FOLLOWUPS);
}

function sources(db: Database, quoted: readonly Hit[]): Answer['sources'] {
  const pages = [...new Set(quoted.map(({ page }) => page))];
  return pages.flatMap((page) => {
    const hits = quoted.filter((hit) => hit.page === page);
    const [hit] = hits;
    if (!hit) return [];
    const sections = hits.map(({ anchor }) => anchor).filter(Boolean);
    return {
      type: 'page' as const,
      reason: `"${hit.title}" has the words of the question`,
      page,
      revision: primaryHead(db, hit.space).id,
      space: hit.space,
      sections,
    };
  });
}
