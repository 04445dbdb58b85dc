import { z } from 'zod';
import type { PageMatches, Pattern, PatternInput, SpaceTexts } from '../../content/find/index.ts';
import { operations, type PageNode } from '../../operations/index.ts';
import { runJob } from '../jobs/run.ts';
import { Refusal } from '../refusal.ts';
import { pagesMeant, pattern, wantedArguments, whereArguments } from './find/arguments.ts';
import { searchInBatches } from './find/batches.ts';
import { cursor, cursorOf } from './find/cursor.ts';
import { type Steps, workflow } from './workflow.ts';

const DEFAULT_LINES = 50;
const MAX_LINES = 500;

/** Finds exact text by reading every page, so that an empty result proves its absence. */
export const findInPages = workflow({
  name: 'find_in_pages',
  title: 'Find in pages',
  summary:
    'Find an exact text (or whole words, or an RE2 regex by line) in every page of a space or change request, hidden ones too: page, line, heading. Proves absence.',
  toolset: 'content',
  effect: 'read',
  calls: [
    operations.getCurrentRevision,
    operations.getChangeRequestRevision,
    operations.getPage,
    operations.getChangeRequestPage,
  ],
  input: {
    ...whereArguments,
    text: pattern,
    ...wantedArguments,
    limit: z.number().int().min(1).max(MAX_LINES).optional().describe('lines shown; default 50'),
    page: cursor,
  },
  output: z.looseObject({
    matches: z.number(),
    complete: z.boolean(),
    pagesRead: z.number(),
    pages: z.array(
      z.looseObject({
        id: z.string(),
        lines: z.array(z.looseObject({ line: z.number().optional(), text: z.string() })),
      }),
    ),
    next: z.looseObject({ page: z.string() }).optional(),
  }),
  async work({ pages: named, limit = DEFAULT_LINES, page, ...args }, steps) {
    const { spaceId, changeRequestId, text, match = 'text', ignoreCase = false } = args;
    const wanted: PatternInput = { text, match, ignoreCase };
    await requirePattern(wanted);
    const read = await textsOf({ spaceId, changeRequestId }, named, steps);
    const found = await findAll(read, wanted, steps);
    const [offset, revision] = cursorOf(page);
    const { pages, shown, total } = cut(found, offset, limit);
    const matches = sum(found, (one) => one.matches);
    const hidden = sum(found, (one) => one.hidden);
    return {
      matches,
      matchingPages: found.filter((one) => one.lines.length > 0).length,
      ...readOf(read, found),
      ...(hidden > 0 && { hiddenMatches: hidden }),
      ...noteOf({ matches, revision, read, match }, await otherCases(read, wanted, matches, steps)),
      pages,
      ...(offset + shown < total && { next: { page: `${offset + shown}@${read.revision}` } }),
    };
  },
});

/** Reads the selected pages, with progress by page. */
export async function textsOf(
  place: { spaceId: string; changeRequestId?: string },
  named: readonly string[] | undefined,
  { context }: Steps,
): Promise<SpaceTexts> {
  const { readTexts } = await import('../../content/find/index.ts');
  const meant = (tree: readonly PageNode[]) => pagesMeant(tree, named);
  return readTexts(place, meant, context, (page, done, total) =>
    context.onProgress?.(done, `read ${page.title}`, total),
  );
}

type FoundPage = PageMatches & { page: PageNode };

async function findAll(
  { texts }: SpaceTexts,
  wanted: PatternInput,
  { context: { signal } }: Steps,
): Promise<FoundPage[]> {
  const isHeavy = wanted.match === 'regex';
  return searchInBatches(texts, (pages) => runJob('find', { pages, wanted }, { isHeavy, signal }));
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

/** The number of lines that match in another case, if none matches exactly. */
async function otherCases(
  read: SpaceTexts,
  wanted: PatternInput,
  matches: number,
  steps: Steps,
): Promise<number> {
  if (matches > 0 || wanted.ignoreCase) return 0;
  return sum(await findAll(read, { ...wanted, ignoreCase: true }, steps), (page) => page.matches);
}

/** Why a valid expression may match nothing; undefined if there is no apparent reason. */
export function noMatchNote(match: PatternInput['match']): string | undefined {
  return match === 'regex'
    ? 'An expression matches within one line, and never nothing at all; in replace_in_pages, \\A and \\z alone are the beginning and the end of a page.'
    : undefined;
}

interface Seen {
  matches: number;
  revision: string | undefined;
  read: SpaceTexts;
  match: PatternInput['match'];
}

function noteOf({ matches, revision, read, match }: Seen, otherCase: number): { note?: string } {
  if (revision !== undefined && revision !== read.revision) {
    return { note: 'The content changed since the last result: begin again without page.' };
  }
  if (matches > 0) return {};
  const note =
    otherCase > 0
      ? `${otherCase} matches differ in case: ignoreCase finds them.`
      : noMatchNote(match);
  return note === undefined ? {} : { note };
}

/** A page of all matching lines, by offset and limit, grouped by documentation page. */
function cut(found: readonly FoundPage[], offset: number, limit: number) {
  let before = 0;
  let shown = 0;
  const pages = [];
  for (const { page, matches, lines: all } of found) {
    const lines = all.slice(Math.max(0, offset - before)).slice(0, limit - shown);
    before += all.length;
    if (lines.length === 0) continue;
    shown += lines.length;
    const { id, title, path, hidden } = page;
    const rest = matches === lines.length ? {} : { matches };
    pages.push({ id, title, path, ...(hidden && { hidden }), ...rest, lines });
  }
  return { pages, shown, total: before };
}

function sum<T>(all: readonly T[], count: (one: T) => number): number {
  return all.reduce((total, one) => total + count(one), 0);
}
