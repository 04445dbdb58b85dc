import type { UserContext } from '../auth/context.ts';
import { primaryHead } from '../content/revisions.ts';
import { oneStep } from '../search/rank.ts';
import type { Hit, PageKey } from '../search/search.ts';
import type { Database } from '../store/database.ts';
import { asksForSolution, isSolution } from './form.ts';
import { isDate } from './kind.ts';
import { closestPassage, passagesFor } from './lenient-passages.ts';
import type { Passage } from './passage.ts';
import type { PassageHit } from './passages.ts';
import type { QuestionPart } from './question.ts';
import { questionPartsOf } from './question-parts.ts';
import { placesToQuote } from './quotation.ts';

/** An answer from documentation: quotations with their sources. */
export interface QuotedAnswer {
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

/** A passage, the indexes of its blocks that are quoted, and the sections that these announce. */
interface Quotation extends PassageHit {
  /** The headings around its section that tell when something was, if a question asks for that. */
  dates: readonly string[];
  places: readonly number[];
  further: readonly Hit[];
}

/** Maximum number of sections to quote. */
const MAX_QUOTED = 3;

/** The same for each part of a question that has several. */
const MAX_QUOTED_OF_PART = 2;

/** Longer sections are not quoted after the one that introduces them. */
const MAX_FOLLOWING = 1500;

/** Instructions that are shorter are in the next section. */
const MAX_INTRODUCTION = 120;

/** How a section ends, or what it is as a whole, if the next one has what it announces. */
const ANNOUNCES =
  /[:：]\s*$|^(?:an? )?(?:overview|list) of (?:all |the )*\S|^this (?:\w+ )?(?:covers|describes|explains|outlines|shows) how\b|^learn (?:about|all|how|more|what|when|where|which|why)\b/i;

const MAX_THINGS = 12;

const MAX_FOLLOWUPS = 3;

/** A part of a question with what is quoted for it: what answers it, or the closest to it. */
interface AnsweredPart {
  part: QuestionPart;
  isClosest: boolean;
  quoted: readonly Quotation[];
}

/**
 * Answers from the sections of these spaces that match the question best, quoting and citing them. Nothing is made up:
 * if nothing matches, or nothing matches one part of the question, the answer says so, with the closest passage if one
 * has half of a long question. Skips pages that `shows` rejects.
 */
export function answerQuestion(
  { db }: Pick<UserContext, 'db'>,
  spaces: readonly string[],
  question: string,
  shows: (page: PageKey) => boolean = () => true,
): QuotedAnswer {
  const answered = answeredParts(db, spaces, question, shows);
  const parts = answered.map((answer) => {
    if (answer.quoted.length > 0) return answer;
    const closest = closestPassage(db, spaces, answer.part, shows);
    const quoted = closest.map((found) => quotationOf(db, answer.part, found));
    return { ...answer, isClosest: true, quoted };
  });
  const answering = new Set(answered.flatMap(({ quoted }) => quoted.map(keyOfPassage)));
  const quotations = merged(parts.flatMap(({ quoted }) => quoted));
  if (quotations.size === 0) {
    return { markdown: nothingAbout(question), followupQuestions: [], sources: [] };
  }
  const introduced = new Set([...quotations.values()].flatMap(({ further }) => further.map(keyOf)));
  const written = new Set<string>();
  const markdown = parts.flatMap(({ part, isClosest, quoted }) => {
    if (quoted.length === 0) return [nothingAbout(part.text)];
    const quotes = quoted.flatMap((one) => {
      const key = keyOfPassage(one);
      const quotation = quotations.get(key);
      // Another part of the question may have quoted it.
      if (!quotation || written.has(key) || (isClosest && answering.has(key))) return [];
      if (quotation.further.length === 0 && introduced.has(keyOf(one.hit))) return [];
      written.add(key);
      return [quote(db, quotation)];
    });
    if (!isClosest) return quotes;
    const asked = parts.length > 1 ? part.text : question;
    return quotes.length > 0 ? [closestTo(asked), ...quotes] : [nothingAbout(asked)];
  });
  const quoted = [...quotations.values()].flatMap(({ hit, further }) => [hit, ...further]);
  const cited = [...new Map(quoted.map((hit) => [keyOf(hit), hit])).values()];
  return {
    markdown: markdown.join('\n\n'),
    followupQuestions: followups(db, cited),
    sources: sources(db, cited),
  };
}

/** The parts of a question, each with the passages that answer it. */
function answeredParts(
  db: Database,
  spaces: readonly string[],
  question: string,
  shows: (page: PageKey) => boolean,
): AnsweredPart[] {
  const asked = oneStep(`parts of ${question}`, () => questionPartsOf(question));
  const most = asked.length > 1 ? MAX_QUOTED_OF_PART : MAX_QUOTED;
  const passagesOf = (part: QuestionPart, most: number): PassageHit[] => {
    const found = passagesFor(db, spaces, part, shows, most);
    return found.length > 0 || !part.alone ? found : passagesOf(part.alone, most);
  };
  const quotedFor = (part: QuestionPart, most: number): AnsweredPart => ({
    part,
    isClosest: false,
    quoted: passagesOf(part, most).map((found) => quotationOf(db, part, found)),
  });
  const answerTo = (part: QuestionPart, within: readonly string[]): AnsweredPart => {
    const there = part.there && within.length > 0 ? { ...part.there, within } : undefined;
    const found = there ? quotedFor(there, most).quoted : [];
    return found.length > 0 ? { part, isClosest: false, quoted: found } : quotedFor(part, most);
  };
  let within: readonly string[] = [];
  return asked.flatMap((part) => {
    const answer = answerTo(part, within);
    within = answer.quoted.map(({ hit }) => hit.page);
    if (answer.quoted.length > 0 || part.sides.length === 0) return [answer];
    const sides = part.sides.map((side) => quotedFor(side, 1));
    return sides.every(({ quoted }) => quoted.length > 0) ? sides : [answer];
  });
}

function quotationOf(db: Database, part: QuestionPart, found: PassageHit): Quotation {
  const places = placesToQuote(found.passage, part);
  const dates = part.kind === 'date' ? found.above.split('\n').filter(isDate) : [];
  return { ...found, dates, places, further: introducedBy(db, part, found, places) };
}

/** The quotations by their passages: what several parts of a question quote of one is quoted together. */
function merged(quotations: readonly Quotation[]): Map<string, Quotation> {
  const byPassage = new Map<string, Quotation>();
  for (const quotation of quotations) {
    const key = keyOfPassage(quotation);
    const known = byPassage.get(key);
    const places = new Set([...(known?.places ?? []), ...quotation.places]);
    const further = [...(known?.further ?? []), ...quotation.further];
    byPassage.set(key, {
      ...(known ?? quotation),
      places: [...places].sort((one, other) => one - other),
      further: [...new Map(further.map((hit) => [keyOf(hit), hit])).values()],
    });
  }
  return byPassage;
}

/** Several passages of a section have different lines. */
function keyOfPassage({ hit, passage: { blocks } }: PassageHit): string {
  return `${keyOf(hit)}/${blocks[0]?.line}/${blocks.length}`;
}

function nothingAbout(question: string): string {
  return `Nothing in the documentation that you can read answers "${question}".`;
}

function closestTo(question: string): string {
  return `Nothing in the documentation that you can read clearly answers "${question}". The closest passage:`;
}

function keyOf({ space, page, place }: Hit): string {
  return `${space}/${page}/${place}`;
}

/** The answer as it grows, one block at a time; the last one is complete. */
export function growingAnswers(answer: QuotedAnswer): QuotedAnswer[] {
  const parts = answer.markdown.split('\n\n');
  return parts.map((_, index) => {
    const isLast = index === parts.length - 1;
    const markdown = parts.slice(0, index + 1).join('\n\n');
    return isLast ? answer : { markdown, followupQuestions: [], sources: [] };
  });
}

function quote(db: Database, quotation: Quotation): string {
  const { hit, dates, passage, places, further } = quotation;
  const label = passage.label?.replace(/[:：]$/, '');
  const name = [hit.title, ...dates, hit.heading, label].filter(Boolean).join(': ');
  const quoted = textsAt(passage, places);
  const lines = [...warningsAbove(db, hit).filter((line) => !quoted.includes(line)), ...quoted];
  const below = further.flatMap(({ heading, body }) => [`**${heading}**`, ...body.split('\n')]);
  const quotes = [...lines, ...below].map((line) => `> ${line}`);
  return [`**${name}**\n`, ...quotes, ...things(db, quotation)].join('\n');
}

function textsAt({ blocks }: Passage, places: readonly number[]): string[] {
  return places.map((place) => blocks[place]?.text ?? '');
}

/** What a page or a section says at its beginning if what it describes cannot be used. */
const UNUSABLE =
  /\b(?:currently not|no longer|not (?:currently|yet))\b.{0,60}\b(?:available|functional|maintained|possible|recommended|supported)\b|\b(?:currently|temporarily)\b.{0,60}\b(?:disabled|unavailable|unsupported)\b|\b(?:are|has been|have been|is|was|were) (?:deprecated|discontinued|retired)\b/i;
const MAX_WARNING = 300;
const LINES_AT_BEGINNING = 3;

/** The warnings at the beginning of a section and of its page: without them, a quotation may say the opposite. */
function warningsAbove(db: Database, { space, page, place, body }: Hit): string[] {
  const lead = db.get<{ body: string }>(
    `SELECT body FROM section_as_written WHERE space = ? AND page = ? AND place < ? AND heading = '' ORDER BY place`,
    ...[space, page, place],
  );
  return [lead?.body ?? '', body]
    .flatMap((text) => text.split('\n', LINES_AT_BEGINNING))
    .filter((line) => line.length <= MAX_WARNING && UNUSABLE.test(line) && !/[?？]$/.test(line));
}

/** The heading of a section about something that goes wrong. */
const PROBLEM = /^(?:errors?|issues?|problems?|q(?:uestion)?$|symptoms?)\b/i;

/** Sections in which to look for the solution of a problem. */
const MAX_AWAY = 3;

/**
 * The section after one that only introduces instructions or a list, which may be in sections of their own, or the one
 * with the solution of its problem.
 */
function introducedBy(
  db: Database,
  part: QuestionPart,
  { hit, passage }: PassageHit,
  places: readonly number[],
): Hit[] {
  const hasSteps = part.form === 'steps' && passage.isInstruction;
  const isIntroduction = hasSteps && hit.body.length <= MAX_INTRODUCTION;
  const last = passage.blocks.findLast(({ text }) => text)?.text ?? '';
  const isAnnounced = ANNOUNCES.test(last) && textsAt(passage, places).includes(last);
  const isProblem =
    PROBLEM.test(hit.heading) || (asksForSolution(part.action) && !isSolution(hit.heading));
  if (!isIntroduction && !isAnnounced && !isProblem) return [];
  const following = db.all<Pick<Hit, 'place' | 'heading' | 'body' | 'anchor'>>(
    `SELECT place, heading, body, anchor FROM section_as_written WHERE space = ? AND page = ? AND place > ?
      ORDER BY place LIMIT ${MAX_AWAY}`,
    ...[hit.space, hit.page, hit.place],
  );
  const solution = following.find(({ heading }) => isSolution(heading));
  const next = isProblem && solution ? solution : following.find(({ body }) => body);
  if (isProblem && !isIntroduction && !isAnnounced && !solution) return [];
  if (!next?.heading || next.body.length > MAX_FOLLOWING) return [];
  return [{ ...hit, ...next }];
}

/** The headings of a page about the things that a question asks for. */
function things(db: Database, { hit, passage }: PassageHit): string[] {
  if (!passage.isListed) return [];
  const headings = headingsOf(db, hit).filter((heading) => heading !== hit.heading);
  return headings.slice(0, MAX_THINGS).map((heading) => `> - ${heading}`);
}

/** The headings of a page, in their order. */
function headingsOf(db: Database, { space, page }: Hit): string[] {
  return db
    .all<{ heading: string }>(
      `SELECT heading FROM section_as_written WHERE space = ? AND page = ? AND heading <> '' ORDER BY place`,
      ...[space, page],
    )
    .map(({ heading }) => heading);
}

/** Follow-up questions about the neighbours of the quoted sections. */
function followups(db: Database, quoted: readonly Hit[]): string[] {
  const quotedHeadings = new Set(quoted.map(({ heading }) => heading));
  const headings = quoted.flatMap((hit) =>
    headingsOf(db, hit)
      .filter((heading) => !quotedHeadings.has(heading))
      .map((heading) => `What does "${hit.title}" say about "${heading}"?`),
  );
  return [...new Set(headings)].slice(0, MAX_FOLLOWUPS);
}

function sources(db: Database, quoted: readonly Hit[]): QuotedAnswer['sources'] {
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
