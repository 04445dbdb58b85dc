import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Pattern, PatternInput, SpaceTexts, Wanted } from '../../content/find/index.ts';
import { refersTo } from '../../operations/ids.ts';
import { operations, type PageNode } from '../../operations/index.ts';
import { atMostOneOf } from '../../operations/rules.ts';
import { quoted } from '../../text/index.ts';
import { Refusal } from '../refusal.ts';
import {
  type NamedPages,
  pagesMeant,
  pattern,
  wantedArguments,
  whereArguments,
} from './find/arguments.ts';
import { changeNotes, cursor, cursorOf } from './find/cursor.ts';
import { type FoundPage, sum } from './find/lines-shown.ts';
import { findAll } from './find/search.ts';
import { type Steps, workflow } from './workflow.ts';

const DEFAULT_LINES = 50;
const MAX_LINES = 500;
const MAX_SPACES = 20;
const ALL = Number.POSITIVE_INFINITY;

/** Finds exact text by reading every page, so that an empty result proves its absence. */
export const findInPages = workflow({
  name: 'find_in_pages',
  title: 'Find in pages',
  summary:
    'Find an exact text, whole words or an RE2 regex (by line) on all pages of spaces or a change request, even hidden. Proves absence.',
  toolset: 'content',
  excerpts: ['text'],
  effect: 'read',
  calls: [
    operations.getCurrentRevision,
    operations.getChangeRequestRevision,
    operations.getPage,
    operations.getChangeRequestPage,
  ],
  input: {
    ...whereArguments,
    moreSpaces: z
      .array(refersTo('space', z.string().min(1)))
      .min(1)
      .max(MAX_SPACES)
      .optional()
      .describe('too'),
    text: pattern,
    without: pattern.optional().describe('only pages lacking this'),
    ...wantedArguments,
    limit: z.number().int().min(1).max(MAX_LINES).optional().describe('lines; default 50'),
    perPage: z.number().int().min(0).max(MAX_LINES).optional().describe('0: only the page'),
    page: cursor,
  },
  output: z.looseObject({
    matches: z.number(),
    complete: z.boolean(),
    pagesRead: z.number(),
    pages: z.array(
      z.looseObject({
        id: z.string(),
        lines: z.array(z.looseObject({ line: z.number().optional(), text: z.string() })).optional(),
      }),
    ),
    next: z.looseObject({ page: z.string() }).optional(),
  }),
  check: (args) =>
    ['changeRequestId', 'pages', 'exceptPages']
      .map((name) => atMostOneOf('moreSpaces', name)(args))
      .find((problem) => problem !== undefined),
  async work(
    { pages: named, exceptPages, limit = DEFAULT_LINES, perPage = ALL, page, ...args },
    steps,
  ) {
    const { spaceId, moreSpaces, changeRequestId, text, without } = args;
    const { match = 'text', ignoreCase = false } = args;
    const wanted: Wanted = { text, match, ignoreCase, in: args.in, addresses: args.addresses };
    await requirePattern(wanted);
    const unwanted = without === undefined ? undefined : { ...wanted, text: without };
    if (unwanted) await requirePattern(unwanted);
    const isCounted = unwanted === undefined && page === undefined;
    const others = [...new Set(moreSpaces)].filter((id) => id !== spaceId);
    const places = [{ spaceId, changeRequestId }, ...others.map((id) => ({ spaceId: id }))];
    const searched: SearchedSpace[] = [];
    for (const place of places) {
      const read = await textsOf(place, { pages: named, exceptPages }, steps);
      const all = await findAll(read.texts, wanted, steps);
      const found = unwanted ? lacking(await findAll(read.texts, unwanted, steps), all) : all;
      const matches = sum(found, (one) => one.matches);
      const otherCase = isCounted ? await otherCases(read, wanted, matches, steps) : 0;
      const { revision } = read;
      searched.push({
        ...{ revision, otherCase, ...readOf(read, found) },
        found: moreSpaces ? found.map((one) => ({ ...one, space: place.spaceId })) : found,
      });
    }
    const found = searched.flatMap((one) => one.found);
    const current = revisionOfAll(searched);
    const [offset, revision] = cursorOf(page);
    const { maxResultTokens } = steps.context;
    const { pageOfLines } = await import('./find/lines-shown.ts');
    const { pages, shown, total } = pageOfLines(found, offset, { limit, perPage, maxResultTokens });
    const matches = sum(found, (one) => one.matches);
    const inAddresses = sum(found, (one) => one.inAddresses);
    const hidden = sum(found, (one) => one.hidden);
    const otherCase = sum(searched, (one) => one.otherCase);
    return {
      matches,
      ...(matches > 0 && otherCase > 0 && { inOtherCase: otherCase }),
      matchingPages: found.filter((one) => one.lines.length > 0).length,
      ...together(searched),
      ...(inAddresses > 0 && { inAddresses }),
      ...(hidden > 0 && { hiddenMatches: hidden }),
      ...noteOf({ matches, revision, current, match, text }, otherCase),
      pages,
      ...(offset + shown < total && { next: { page: `${offset + shown}@${current}` } }),
    };
  },
});

/** Reads the selected pages, with progress by page. */
export async function textsOf(
  place: { spaceId: string; changeRequestId?: string },
  named: NamedPages,
  { context }: Steps,
): Promise<SpaceTexts> {
  const { readTexts } = await import('../../content/find/index.ts');
  const meant = (tree: readonly PageNode[]) => pagesMeant(tree, named);
  return readTexts(place, meant, context, (page, done, total) =>
    context.onProgress?.(done, `read ${quoted(page.title)}`, total),
  );
}

interface SearchedSpace extends ReturnType<typeof readOf> {
  revision: string;
  otherCase: number;
  found: FoundPage[];
}

/** A revision of all spaces together: it changes whenever one of them does. */
function revisionOfAll(searched: readonly SearchedSpace[]): string {
  const [only, another] = searched.map(({ revision }) => revision);
  if (another === undefined) return String(only);
  const all = searched.map(({ revision }) => revision).join(' ');
  return createHash('sha256').update(all).digest('hex').slice(0, 16);
}

/** What was read of all spaces. */
function together(searched: readonly SearchedSpace[]) {
  const unread = searched.flatMap((one) => one.unread ?? []);
  const linesTooLong = searched.flatMap((one) => one.linesTooLong ?? []);
  return {
    pagesRead: sum(searched, ({ pagesRead }) => pagesRead),
    complete: searched.every(({ complete }) => complete),
    ...(unread.length > 0 && { unread }),
    ...(linesTooLong.length > 0 && { linesTooLong }),
  };
}

/**
 * The pattern of a caller.
 * @throws {Refusal} if it is invalid.
 */
export async function requirePattern(wanted: PatternInput): Promise<Pattern> {
  const { PatternError, patternOf } = await import('../../content/find/index.ts');
  try {
    return patternOf(wanted);
  } catch (error) {
    throw error instanceof PatternError
      ? new Refusal(`${error.message}. Nothing was read.`)
      : error;
  }
}

/** The pages that were read, and whether these were all. */
function readOf({ texts, unread }: SpaceTexts, found: readonly FoundPage[]) {
  const tooLong = found.filter(({ linesLeftOut }) => linesLeftOut.length > 0);
  return {
    pagesRead: texts.filter(({ markdown }) => markdown !== undefined).length,
    complete: unread.length === 0 && tooLong.length === 0,
    ...(unread.length > 0 && {
      unread: unread.map(({ page: { id, title }, reason }) => ({ id, title, reason })),
    }),
    ...(tooLong.length > 0 && {
      linesTooLong: tooLong.map(({ page, linesLeftOut }) => ({ id: page.id, lines: linesLeftOut })),
    }),
  };
}

/** The number of matches that differ in case; counted for an expression only if nothing matches it. */
async function otherCases(
  read: SpaceTexts,
  wanted: Wanted,
  matches: number,
  steps: Steps,
): Promise<number> {
  const isExpensive = matches > 0 && wanted.match === 'regex';
  if (isExpensive || wanted.ignoreCase) return 0;
  const found = await findAll(read.texts, { ...wanted, ignoreCase: true }, steps);
  return sum(found, (page) => page.matches) - matches;
}

/** Signs of an expression for several lines, or for the empty text. */
const BEYOND_A_LINE = /\n|\\[nrsAz]|\[\^|\(\?\w*s|^[$^]{1,2}$/;

/** Signs that a literal text was meant as an expression. */
const EXPRESSION = /\||\.[*+?]|\\[bdswBDSW.]|\][*+?]|\(\?/;

/** Why a valid text or expression may match nothing; undefined if there is no apparent reason. */
export function noMatchNote(match: PatternInput['match'], text: string): string | undefined {
  if (match === 'regex') {
    if (!BEYOND_A_LINE.test(text)) return undefined;
    return 'An expression matches within one line, and never nothing at all; in replace_in_pages, only \\A and \\z are the beginning and the end of a page.';
  }
  return EXPRESSION.test(text)
    ? `This was taken as ${match === 'words' ? 'words' : 'a text'}, mark by mark; match: "regex" takes expressions.`
    : undefined;
}

interface Seen {
  matches: number;
  /** Of the last result, and of this one. */
  revision: string | undefined;
  current: string;
  match: PatternInput['match'];
  text: string;
}

function noteOf(
  { matches, revision, current, match, text }: Seen,
  otherCase: number,
): { note?: string } {
  const [changed] = changeNotes(revision, current);
  if (changed !== undefined) return { note: changed };
  if (matches > 0) return {};
  const note =
    otherCase > 0
      ? `${otherCase} matches differ in case: ignoreCase finds them.`
      : noMatchNote(match, text);
  return note === undefined ? {} : { note };
}

/** The pages that have none of the unwanted matches. */
function lacking(unwanted: readonly FoundPage[], found: readonly FoundPage[]): FoundPage[] {
  const having = new Set(unwanted.filter(({ matches }) => matches > 0).map(({ page }) => page.id));
  return found.filter(({ page }) => !having.has(page.id));
}
