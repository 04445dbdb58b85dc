import type { Caller } from '../auth/caller.ts';
import { primaryHead } from '../content/revisions.ts';
import { type Hit, type PageKey, searchAnyWord, wordsOf } from '../search/search.ts';
import type { Database } from '../store/database.ts';
import { COUNT, type Coverage, coverageOf, hasWord } from './coverage.ts';
import { type Part, partsOf } from './question.ts';
import { tellsVersion } from './version.ts';

/** An answer from documentation: quotations with their sources. */
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

/** At most this many sections are quoted. */
const MAX_QUOTED = 3;

/** Sections that score below this share of the best score are dropped. */
const WORTH_QUOTING = 0.5;

/** At most this many sections are quoted for each part of a question that has several. */
const MAX_QUOTED_OF_PART = 2;

/** A section that covers less of the question's words than this answers another question. */
const WORTH_TRUSTING = 0.6;

/** A number in a sentence that covers less of the question is a number of something else. */
const WORTH_NAMING = 0.4;

/** Further sections are quoted only if they cover nearly as much of the question as the first. */
const NEARLY_AS_MUCH = 0.9;

/** How many sections are considered, best first. */
const MAX_EXAMINED = 20;

const MAX_QUOTE = 600;
const MAX_FOLLOWUPS = 3;

/**
 * Answers from the sections of these spaces that match the question best, quoting and citing them. Nothing is
 * made up: where nothing matches, or nothing for one part of the question, the answer says so. What `shows` says no to is not read.
 */
export function answerQuestion(
  { db }: Pick<Caller, 'db'>,
  spaces: readonly string[],
  question: string,
  shows: (page: PageKey) => boolean = () => true,
): Answer {
  const asked = partsOf(question);
  const most = asked.length > 1 ? MAX_QUOTED_OF_PART : MAX_QUOTED;
  const parts = asked.map((part) => ({ part, quoted: quotedFor(db, spaces, part, shows, most) }));
  const answered = parts.filter(({ quoted }) => quoted.length > 0);
  if (answered.length === 0) {
    return { markdown: nothingAbout(question), followupQuestions: [], sources: [] };
  }
  const quoted = [
    ...new Map(parts.flatMap((part) => part.quoted).map((hit) => [keyOf(hit), hit])).values(),
  ];
  const told = new Set<string>();
  const markdown = parts.flatMap(({ part, quoted }) => {
    if (quoted.length === 0) return [nothingAbout(part.text)];
    const fresh = quoted.filter((hit) => !told.has(keyOf(hit)));
    for (const hit of fresh) told.add(keyOf(hit));
    return fresh.map((hit) => quote(hit, part));
  });
  return {
    markdown: markdown.join('\n\n'),
    followupQuestions: followups(db, quoted),
    sources: sources(db, quoted),
  };
}

function nothingAbout(question: string): string {
  return `Nothing in the documentation that you can read answers "${question}".`;
}

function keyOf({ space, page, place }: Hit): string {
  return `${space}/${page}/${place}`;
}

/** The answer as it grows, one block at a time; the last one is complete. */
export function growingAnswers(answer: Answer): Answer[] {
  const parts = answer.markdown.split('\n\n');
  return parts.map((_, index) => {
    const whole = index === parts.length - 1;
    const markdown = parts.slice(0, index + 1).join('\n\n');
    return whole ? answer : { markdown, followupQuestions: [], sources: [] };
  });
}

/**
 * The sections that answer one part of a question. Where it names a product, only what names it too: a version or a
 * number of another product is no answer.
 */
function quotedFor(
  db: Database,
  spaces: readonly string[],
  part: Part,
  shows: (page: PageKey) => boolean,
  most: number,
): Hit[] {
  const { words, names, product, quantity, asksNumber } = part;
  const hits = searchAnyWord(db, spaces, words).filter(shows);
  const [first] = hits;
  if (!first) return [];
  const coverage = coverageOf(db, spaces, words, names);
  const examined = product
    ? hits.filter((hit) => tells(hit, product))
    : hits.filter(({ body, score }) => body && score <= first.score * WORTH_QUOTING);
  const near = examined
    .slice(0, MAX_EXAMINED)
    .map((hit) => ({ hit, ...coverage(hit) }))
    .filter(({ words, named }) => named && words >= WORTH_TRUSTING);
  const telling = asksNumber === 'no' || product ? near : withNumber(near, part);
  const worded =
    telling.length > 0 || asksNumber !== 'probably' || !quantity
      ? telling
      : near.filter(({ hit }) => hasWord(db, hit, quantity));
  const [best] = worded;
  return worded
    .filter(
      ({ hit, words }) => hit.space === best?.hit.space && words >= best.words * NEARLY_AS_MUCH,
    )
    .slice(0, most)
    .map(({ hit }) => hit);
}

/** Those that tell a number, and tell it of what the question is about; the best first. */
function withNumber<S extends Coverage & { hit: Hit }>(near: readonly S[], part: Part): S[] {
  const counting = near.filter(({ hit }) => COUNT.test(passage(hit, part)));
  const most = Math.max(...counting.map(({ inNumber }) => inNumber));
  return counting
    .filter(({ inNumber }) => inNumber >= Math.max(most * NEARLY_AS_MUCH, WORTH_NAMING))
    .sort((left, right) => right.inNumber - left.inNumber);
}

function tells(hit: Hit, product: readonly string[]): boolean {
  const [name = ''] = product;
  if (!`${hit.title} ${hit.heading} ${hit.body}`.toLowerCase().includes(name)) return false;
  return hit.body.split('\n').some((line) => tellsVersion(line, product, hit));
}

function quote(hit: Hit, part: Part): string {
  const name = hit.heading ? `${hit.title}: ${hit.heading}` : hit.title;
  const lines = passage(hit, part).split('\n');
  return `**${name}**\n\n${lines.map((line) => `> ${line}`).join('\n')}`;
}

/** The blocks around the one that best covers the question, with a number if the question asks for one. */
function passage(hit: Hit, { words, asksNumber, product }: Part): string {
  const blocks = hit.body.split('\n');
  const counts = blocks.map((block) => {
    const shared = wordsOf(block).filter((word) => words.includes(word)).length;
    if (product && tellsVersion(block, product, hit)) return words.length + 1 + shared;
    return shared + (asksNumber !== 'no' && /\d/.test(block) ? 1 : 0);
  });
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

/** Follow-up questions about the neighbours of the quoted sections. */
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
