import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Pattern, PatternInput, SearchPattern, SpaceTexts } from '../../content/find/index.ts';
import type { ContentLocation } from '../../content/index.ts';
import { refersTo } from '../../operations/ids.ts';
import { operations, type PageNode } from '../../operations/index.ts';
import { quoted } from '../../text/index.ts';
import { resolvePageOrFile } from '../names/file-named.ts';
import { Refusal } from '../refusal.ts';
import {
  leftInOtherPart,
  locationArguments,
  oneSpaceOnly,
  type PageSelection,
  pattern,
  searchArguments,
  selectPages,
} from './find/arguments.ts';
import { changeNotes, cursor, cursorOf } from './find/cursor.ts';
import { combineMatches, findFile } from './find/file-matches.ts';
import { findLinks, resolveSearchedTarget, type SearchedTarget } from './find/links.ts';
import { type FoundPage, sum } from './find/result-page.ts';
import { countInLongerWords, findAll } from './find/search.ts';
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
  tasks: [
    'pages that show a picture',
    'which pages use an image or a file',
    'where is a screenshot used',
    'images without alt text',
    'pictures without a description',
    'pages that lack a text',
    'find a word on every page',
    'prove that a word is nowhere',
    'where is this text',
    'exact search',
    'grep',
    'search with a regular expression',
    'make sure that a name appears nowhere',
    'which pages mention a name',
    'which pages link to a page',
    'what links here',
    'what would break if a page was deleted',
    'pages that talk about something',
    'every page that speaks of a product',
    'pages with a word',
    'is this sentence anywhere',
    'count how often a word is used',
    'which pages mention a word',
    'list every occurrence of a term',
  ],
  toolset: 'content',
  excerpts: ['text'],
  effect: 'read',
  calls: [
    operations.getCurrentRevision,
    operations.getChangeRequestRevision,
    operations.getPage,
    operations.getChangeRequestPage,
  ],
  mayCall: [operations.listFiles, operations.listChangeRequestFiles],
  input: {
    ...locationArguments,
    moreSpaces: z
      .array(refersTo('space', z.string().min(1)))
      .max(MAX_SPACES)
      .optional(),
    text: pattern,
    without: pattern.optional().describe('only pages lacking this'),
    ...searchArguments,
    match: searchArguments.match.describe('link: to page text'),
    distinct: z.boolean().optional().describe('each matched text once'),
    limit: z.number().int().min(1).max(MAX_LINES).optional().describe('lines; default 50'),
    perPage: z.number().int().min(0).max(MAX_LINES).optional().describe('0: only the page'),
    page: cursor,
  },
  output: z.looseObject({
    matches: z.number(),
    complete: z.boolean(),
    pagesRead: z.number(),
    pages: z
      .array(
        z.looseObject({
          id: z.string(),
          lines: z
            .array(z.looseObject({ line: z.number().optional(), text: z.string() }))
            .optional(),
        }),
      )
      .optional(),
    texts: z.array(z.looseObject({ text: z.string(), pages: z.array(z.string()) })).optional(),
    next: z.looseObject({ page: z.string() }).optional(),
  }),
  check: (args) => oneSpaceOnly(args, ['changeRequestId', 'pages', 'exceptPages']),
  async work(
    { pages: named, exceptPages, limit: asked, perPage = ALL, page, distinct = false, ...args },
    steps,
  ) {
    const { spaceId, moreSpaces, changeRequestId, text, without } = args;
    const { match = 'text', ignoreCase = false } = args;
    const others = [...new Set(moreSpaces)].filter((id) => id !== spaceId);
    const places = [{ spaceId, changeRequestId }, ...others.map((id) => ({ spaceId: id }))];
    const { in: part, addresses } = args;
    const finder =
      match === 'link'
        ? linkFinder({ spaceId, changeRequestId }, { text, without }, steps)
        : await textFinder(
            { text, match, ignoreCase, isLoose: true, in: part, addresses, texts: distinct },
            without,
            steps,
          );
    const searched: SearchedSpace[] = [];
    for (const location of places) {
      const read = await textsOf(location, { pages: named, exceptPages }, steps);
      const found = await finder.find(location, read);
      const matches = sum(found, (one) => one.matches);
      const isCounted = without === undefined && page === undefined;
      const otherCase = isCounted ? await finder.otherCases(read, matches) : 0;
      const inLongerWords = isCounted ? await finder.inLongerWords(read) : 0;
      const { revision } = read;
      searched.push({
        ...{ space: location.spaceId, revision, otherCase, inLongerWords },
        ...readSummary(read, found),
        found:
          others.length > 0 ? found.map((one) => ({ ...one, space: location.spaceId })) : found,
      });
    }
    const found = searched.flatMap((one) => one.found);
    const current = revisionOfAll(searched);
    const [offset, revision] = cursorOf(page);
    const { maxResultTokens } = steps.caller;
    const { pageOfLines, pageOfTexts } = await import('./find/result-page.ts');
    const limit = asked ?? (distinct ? MAX_LINES : DEFAULT_LINES);
    const { shown, total, ...list } = distinct
      ? pageOfTexts(found, offset, { limit, maxResultTokens })
      : pageOfLines(found, offset, { limit, perPage, maxResultTokens });
    const matches = sum(found, (one) => one.matches);
    const inAddresses = sum(found, (one) => one.inAddresses);
    const inOtherPart = sum(found, (one) => one.inOtherPart);
    const hidden = sum(found, (one) => one.hidden);
    const loose = sum(found, (one) => one.loose ?? 0);
    const otherCase = sum(searched, (one) => one.otherCase);
    const inLongerWords = sum(searched, (one) => one.inLongerWords);
    return {
      matches,
      ...(matches > 0 && otherCase > 0 && { inOtherCase: otherCase }),
      ...(loose > 0 && { looseMatches: `${loose} have other quotation marks, dashes or spaces` }),
      ...(inLongerWords > 0 && { inLongerWords }),
      matchingPages: found.filter((one) => one.lines.length > 0).length,
      ...combinedSummary(searched),
      ...(inAddresses > 0 && { inAddresses }),
      ...leftInOtherPart(part, inOtherPart),
      ...(hidden > 0 && { hiddenMatches: hidden }),
      ...(finder.shownAs?.length && { shownAs: finder.shownAs }),
      ...noteOf({ matches, revision, current, match, text }, otherCase),
      ...(distinct && { different: total }),
      ...list,
      ...(offset + shown < total && { next: { page: `${offset + shown}@${current}` } }),
    };
  },
});

/** Reads the selected pages, with progress by page. */
export async function textsOf(
  location: { spaceId: string; changeRequestId?: string },
  named: PageSelection,
  { caller }: Steps,
): Promise<SpaceTexts> {
  const { readTexts } = await import('../../content/find/index.ts');
  const selected = (tree: readonly PageNode[]) =>
    selectPages(tree, named, (pages, name) => resolvePageOrFile(location, pages, name, caller));
  return readTexts(location, selected, caller, (page, done, total) =>
    caller.onProgress?.(done, `read ${quoted(page.title)}`, total),
  );
}

interface SearchedSpace extends ReturnType<typeof readSummary> {
  space: string;
  revision: string;
  otherCase: number;
  inLongerWords: number;
  found: FoundPage[];
}

/** A revision of all spaces together: it changes whenever one of theirs does. */
function revisionOfAll(searched: readonly SearchedSpace[]): string {
  const [only, another] = searched.map(({ revision }) => revision);
  if (another === undefined) return String(only);
  const all = searched.map(({ revision }) => revision).join(' ');
  return createHash('sha256').update(all).digest('hex').slice(0, 16);
}

/** A summary of what was read in all spaces. */
function combinedSummary(searched: readonly SearchedSpace[]) {
  const unread = searched.flatMap((one) => one.unread ?? []);
  const linesTooLong = searched.flatMap((one) => one.linesTooLong ?? []);
  return {
    pagesRead: sum(searched, ({ pagesRead }) => pagesRead),
    complete: searched.every(({ complete }) => complete),
    ...(searched.length > 1 && { spaces: searched.map(countsOf) }),
    ...(unread.length > 0 && { unread }),
    ...(linesTooLong.length > 0 && { linesTooLong }),
  };
}

/** The counts for one of several spaces. */
function countsOf({ space, pagesRead, found }: SearchedSpace) {
  return { space, matches: sum(found, ({ matches }) => matches), pagesRead };
}

/**
 * The pattern of a caller.
 * @throws {Refusal} if it is invalid.
 */
export async function parsePattern(input: PatternInput): Promise<Pattern> {
  const { PatternError, patternOf } = await import('../../content/find/index.ts');
  try {
    return patternOf(input);
  } catch (error) {
    throw error instanceof PatternError
      ? new Refusal(`${error.message}. Nothing was read.`)
      : error;
  }
}

/** The pages that were read, and whether they were all of them. */
function readSummary({ texts, unread }: SpaceTexts, found: readonly FoundPage[]) {
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

/** Searches one space after the other for what a caller requested. */
interface Finder {
  find(location: ContentLocation, read: SpaceTexts): Promise<FoundPage[]>;
  /** The number of matches that differ in case; counted for an expression only if nothing matches it. */
  otherCases(read: SpaceTexts, matches: number): Promise<number>;
  /** The number of matches within longer words that whole words exclude. */
  inLongerWords(read: SpaceTexts): Promise<number>;
  /** The addresses under which pages show the file that the text names. */
  shownAs?: readonly string[];
}

async function textFinder(
  searched: SearchPattern,
  without: string | undefined,
  steps: Steps,
): Promise<Finder> {
  const unwanted = without === undefined ? undefined : { ...searched, text: without };
  for (const one of [searched, unwanted]) if (one) await parsePattern(one);
  const shownAs: string[] = [];
  let matchCount = 0;
  return {
    async find(location, read) {
      const all = await findAll(read.texts, searched, steps);
      if (unwanted) return withoutPagesOf(await findAll(read.texts, unwanted, steps), all);
      matchCount = sum(all, (page) => page.matches);
      const file = await findFile(location, read, searched, { all, steps });
      shownAs.push(...file.addresses);
      return combineMatches(all, file.pages, read);
    },
    inLongerWords: ({ texts }) => countInLongerWords(texts, searched, matchCount, steps),
    shownAs,
    async otherCases({ texts }, matches) {
      const isExpensive = matches > 0 && searched.match === 'regex';
      if (isExpensive || searched.ignoreCase) return 0;
      const found = await findAll(texts, { ...searched, ignoreCase: true }, steps);
      return sum(found, (page) => page.matches) - matches;
    },
  };
}

/** Finds links. A page that they lead to is one of the first space. */
function linkFinder(
  location: ContentLocation,
  { text, without }: { text: string; without?: string },
  steps: Steps,
): Finder {
  let targets: Promise<SearchedTarget[]> | undefined;
  const names = without === undefined ? [text] : [text, without];
  return {
    async find({ spaceId }, read) {
      targets ??= Promise.all(
        names.map((name) => resolveSearchedTarget(location, read, name, steps)),
      );
      const [target, excluded] = await targets;
      const all = target ? await findLinks(spaceId, read, target, steps) : [];
      return excluded ? withoutPagesOf(await findLinks(spaceId, read, excluded, steps), all) : all;
    },
    otherCases: async () => 0,
    inLongerWords: async () => 0,
  };
}

/** Signs of an expression for several lines, or for the empty text. */
const MULTILINE_EXPRESSION = /\n|\\[nrsAz]|\[\^|\(\?\w*s|^[$^]{1,2}$/;

/** Signs that a literal text was meant as an expression. */
const LOOKS_LIKE_EXPRESSION = /\||\.[*+?]|\\[bdswBDSW.]|\][*+?]|\(\?/;

/** Why a valid text or expression may match nothing; undefined if there is no apparent reason. */
export function noMatchNote(
  match: PatternInput['match'] | 'link',
  text: string,
): string | undefined {
  if (match === 'regex') {
    if (!MULTILINE_EXPRESSION.test(text)) return undefined;
    return 'An expression matches within one line, and never empty text; in replace_in_pages, only \\A and \\z are the beginning and the end of a page.';
  }
  return LOOKS_LIKE_EXPRESSION.test(text)
    ? `This was taken as ${match === 'words' ? 'words' : 'a text'}, character by character; match: "regex" takes expressions.`
    : undefined;
}

interface SearchSummary {
  matches: number;
  /** The revisions of the last result and of this one. */
  revision: string | undefined;
  current: string;
  match: PatternInput['match'] | 'link';
  text: string;
}

function noteOf(
  { matches, revision, current, match, text }: SearchSummary,
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
function withoutPagesOf(unwanted: readonly FoundPage[], found: readonly FoundPage[]): FoundPage[] {
  const having = new Set(unwanted.filter(({ matches }) => matches > 0).map(({ page }) => page.id));
  return found.filter(({ page }) => !having.has(page.id));
}
