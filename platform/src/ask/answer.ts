import type { UserContext } from '../auth/context.ts';
import { primaryHead } from '../content/revisions.ts';
import { oneStep } from '../search/rank.ts';
import type { Hit, PageKey } from '../search/search.ts';
import type { Database } from '../store/database.ts';
import { asksForSolution, isSolution } from './form.ts';
import { isCode } from './kind.ts';
import { passagesFor } from './lenient-passages.ts';
import type { Sentence } from './marks.ts';
import type { Passage } from './passage.ts';
import type { PassageHit } from './passages.ts';
import type { QuestionPart } from './question.ts';
import { questionPartsOf } from './question-parts.ts';

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

/** Maximum number of sections to quote. */
const MAX_QUOTED = 3;

/** The same for each part of a question that has several. */
const MAX_QUOTED_OF_PART = 2;

const MAX_QUOTE = 600;

/** Instructions are quoted to their end. */
const MAX_QUOTED_STEPS = 1500;

/** Instructions that are shorter are in the next section. */
const MAX_INTRODUCTION = 120;

/** How a section ends, or what it is as a whole, if the next one has what it announces. */
const ANNOUNCES =
  /[:：]\s*$|^(?:an? )?(?:overview|list) of (?:all |the )*\S|^this (?:\w+ )?(?:covers|describes|explains|outlines|shows) how\b|^learn (?:about|all|how|more|what|when|where|which|why)\b/i;

const MAX_THINGS = 12;

/** The line that announces the rest of an answer follows at once. */
const MAX_TO_LIST = 2;

const MAX_FOLLOWUPS = 3;

/**
 * Answers from the sections of these spaces that match the question best, quoting and citing them. Nothing is made up:
 * if nothing matches, or nothing matches one part of the question, the answer says so. Skips pages that `shows`
 * rejects.
 */
export function answerQuestion(
  { db }: Pick<UserContext, 'db'>,
  spaces: readonly string[],
  question: string,
  shows: (page: PageKey) => boolean = () => true,
): QuotedAnswer {
  const asked = oneStep(`parts of ${question}`, () => questionPartsOf(question));
  const most = asked.length > 1 ? MAX_QUOTED_OF_PART : MAX_QUOTED;
  const quotedFor = (part: QuestionPart, most: number) => ({
    part,
    quoted: passagesFor(db, spaces, part, shows, most).map((found) => ({
      ...found,
      further: introducedBy(db, part, found),
    })),
  });
  const parts = asked.flatMap((part) => {
    const answer = quotedFor(part, most);
    if (answer.quoted.length > 0 || part.sides.length === 0) return [answer];
    const sides = part.sides.map((side) => quotedFor(side, 1));
    return sides.every(({ quoted }) => quoted.length > 0) ? sides : [answer];
  });
  const answered = parts.filter(({ quoted }) => quoted.length > 0);
  if (answered.length === 0) {
    return { markdown: nothingAbout(question), followupQuestions: [], sources: [] };
  }
  const quoted = [
    ...new Map(
      parts
        .flatMap((part) => part.quoted.flatMap(({ hit, further }) => [hit, ...further]))
        .map((hit) => [keyOf(hit), hit]),
    ).values(),
  ];
  const shown = new Map<string, string>();
  const introduced = new Set(
    parts.flatMap((part) => part.quoted.flatMap(({ further }) => further.map(keyOf))),
  );
  const markdown = parts.flatMap(({ part, quoted }) => {
    if (quoted.length === 0) return [nothingAbout(part.text)];
    return quoted.flatMap((found) => {
      if (found.further.length === 0 && introduced.has(keyOf(found.hit))) return [];
      const lines = found.further.flatMap(({ heading, body }) => [
        `**${heading}**`,
        ...body.split('\n'),
      ]);
      const further = lines.map((line) => `> ${line}`);
      const text = [quote(db, found), ...further, ...things(db, found)].join('\n');
      const key = keyOf(found.hit);
      const before = shown.get(key) ?? '';
      const { blocks, at } = found.passage;
      // Another part of the question may have quoted it.
      if (further.length === 0 && before.includes(blocks[at]?.text ?? '')) return [];
      shown.set(key, before + text);
      return [text];
    });
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
export function growingAnswers(answer: QuotedAnswer): QuotedAnswer[] {
  const parts = answer.markdown.split('\n\n');
  return parts.map((_, index) => {
    const isLast = index === parts.length - 1;
    const markdown = parts.slice(0, index + 1).join('\n\n');
    return isLast ? answer : { markdown, followupQuestions: [], sources: [] };
  });
}

function quote(db: Database, { hit, passage }: PassageHit): string {
  const label = passage.label?.replace(/[:：]$/, '');
  const name = [hit.title, hit.heading, label].filter(Boolean).join(': ');
  const quoted = linesOf(passage);
  const lines = [...warningsAbove(db, hit).filter((line) => !quoted.includes(line)), ...quoted];
  return `**${name}**\n\n${lines.map((line) => `> ${line}`).join('\n')}`;
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
    .filter((line) => line.length <= MAX_WARNING && UNUSABLE.test(line));
}

/** The heading of a section about something that goes wrong. */
const PROBLEM = /^(?:errors?|issues?|problems?|symptoms?)\b/i;

/** Sections in which to look for the solution of a problem. */
const MAX_AWAY = 3;

/**
 * The section after one that only introduces instructions or a list, which may be in sections of their own, or the one
 * with the solution of its problem.
 */
function introducedBy(db: Database, part: QuestionPart, { hit, passage }: PassageHit): Hit[] {
  const hasSteps = part.form === 'steps' && passage.isInstruction;
  const isIntroduction = hasSteps && hit.body.length <= MAX_INTRODUCTION;
  const last = passage.blocks.findLast(({ text }) => text)?.text ?? '';
  const isAnnounced = ANNOUNCES.test(last) && linesOf(passage).includes(last);
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
  if (!next?.heading || next.body.length > MAX_QUOTED_STEPS) return [];
  return [{ ...hit, ...next }];
}

/** The best block, with as many blocks after and before it as there is room for, and the head of its table. */
function linesOf(passage: Passage): string[] {
  const { blocks, at, head, isInstruction } = passage;
  const alone = passage.lines?.map((place) => blocks[place]?.text ?? '');
  if (alone && alone.join('').length <= MAX_QUOTE) return alone;
  const most = isInstruction ? MAX_QUOTED_STEPS : MAX_QUOTE;
  let start = at;
  let end = at + 1;
  let size = blocks[at]?.text.length ?? 0;
  const fits = (block: Sentence | undefined) => {
    if (block === undefined || size + block.text.length > most) return false;
    size += block.text.length;
    return true;
  };
  while (fits(blocks[end])) end += 1;
  while (fits(blocks[start - 1])) start -= 1;
  // A list or a code is quoted to its end, if that is the end of the section.
  const rest = blocks.slice(end);
  const isOpening = ({ text }: Sentence) => text.endsWith(':');
  const isOpen = blocks.slice(start, end).some(isOpening) || isCode(blocks[at]?.text ?? '');
  const left = rest.reduce((sum, { text }) => sum + text.length, size);
  // What a line further down announces is about something else.
  const opening = isInstruction ? -1 : blocks.slice(at + MAX_TO_LIST, end).findIndex(isOpening);
  const isOther = opening >= 0 && !blocks.slice(start, at + 1).some(isOpening);
  if (isOther) end = at + MAX_TO_LIST + opening;
  else if (isOpen && left <= MAX_QUOTED_STEPS) end = blocks.length;
  const above =
    head !== undefined && head < start ? blocks.slice(head, Math.min(head + 2, start)) : [];
  return [...above, ...blocks.slice(start, end)].map(({ text }) => text);
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
