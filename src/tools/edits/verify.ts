import { DELETED_TARGETS } from '@docs-platform-mcp/markdown';
import { type ChangeRequestLocation, pagesWithPaths } from '../../content/index.ts';
import { CHANGES_AT_ONCE } from '../../operations/content-changes.ts';
import {
  type Caller,
  type OutputOf,
  operations,
  type PageNode,
  send,
} from '../../operations/index.ts';
import { fencedInline } from '../../text/index.ts';
import { runJob } from '../jobs/run.ts';
import { Refusal, RevertedEdit } from '../refusal.ts';
import type { PageWrite } from './text-changes.ts';
import { withoutTitleLine } from './title-line.ts';
import type { EditedTree } from './unrequested-differences.ts';

type StoredPage = OutputOf<typeof operations.getChangeRequestPage>;

/** The change request before the edit. */
interface StateBefore {
  revision: string;
  /** Its page tree, if the edit changes that, too: links to pages that move are then written anew. */
  pages?: readonly PageNode[];
}

/** A page on which the platform changed more than was requested. */
export interface DoubtfulWrite<W extends PageWrite = PageWrite> {
  write: W;
  problem: string;
}

/** The findings after reading written pages back. */
interface CheckedWrites<W extends PageWrite> {
  doubtful: DoubtfulWrite<W>[];
  /** A note on links to deleted targets, if the platform kept only their text. */
  note?: string;
}

/**
 * Reads written pages back. If anything changed that was not requested, the call fails and these pages are reset to
 * their previous revision.
 * @returns a note about links to deleted targets, if the platform kept only their text.
 * @throws {Refusal} saying where the platform stored something else.
 */
export async function verifyWrites(
  location: ChangeRequestLocation,
  before: StateBefore,
  writes: readonly PageWrite[],
  caller: Caller,
): Promise<{ note?: string }> {
  const { doubtful, ...note } = await checkWrites(location, before, writes, caller);
  if (doubtful.length === 0) return note;
  await resetPages(location, before.revision, writes, caller);
  const others = before.pages ? '; the other changes of the call stay' : '';
  const message = `${describeDoubtful(doubtful)} These pages were reset to revision ${before.revision}${others}.${lostLinkAdvice(doubtful)}`;
  throw before.pages ? new Refusal(message) : new RevertedEdit(message);
}

/** What the platform changed besides what was requested, and on which pages. */
export function describeDoubtful(doubtful: readonly DoubtfulWrite[]): string {
  const problems = doubtful.map(
    ({ write: { page }, problem }) => `${page.title} (${page.id}), ${problem}`,
  );
  return `The platform changed more than was requested: ${fencedInline(problems.join('; '), 'differences on the pages')}.`;
}

/** Sets pages back to a revision of their change request. */
export async function resetPages(
  location: ChangeRequestLocation,
  revision: string,
  writes: readonly PageWrite[],
  caller: Caller,
): Promise<void> {
  const back = writes.map(({ page }) => ({
    operation: 'revert_page' as const,
    page: page.id,
    revision,
  }));
  for (let from = 0; from < back.length; from += CHANGES_AT_ONCE) {
    const changes = back.slice(from, from + CHANGES_AT_ONCE);
    await send(operations.editChangeRequestContent, { ...location, changes }, caller);
  }
}

/** Reads written pages back, and compares them with what was requested. */
export async function checkWrites<W extends PageWrite>(
  location: ChangeRequestLocation,
  { pages: before }: StateBefore,
  writes: readonly W[],
  caller: Caller,
  onRead?: (write: W, stored: string) => Promise<void>,
): Promise<CheckedWrites<W>> {
  const doubtful: DoubtfulWrite<W>[] = [];
  const dropped: string[] = [];
  let after: Promise<PageNode[]> | undefined;
  const treeAround = async (pageId: string): Promise<EditedTree> => {
    after ??= send(operations.listChangeRequestPages, location, caller).then(({ pages }) =>
      pagesWithPaths(pages),
    );
    const now = await after;
    const { spaceId } = location;
    return { spaceId, pageId, before: before ? pagesWithPaths(before) : now, after: now };
  };
  for (const write of writes) {
    const where = { ...location, pageId: write.page.id };
    const stored = await send(operations.getChangeRequestPage, where, caller);
    const problem = await problemOf(write, stored, () => treeAround(write.page.id), caller);
    if (countGoneLinks(stored.markdown) < countGoneLinks(write.after))
      dropped.push(write.page.title);
    if (problem) doubtful.push({ write, problem });
    await onRead?.(write, stored.markdown ?? '');
  }
  return { doubtful, ...(dropped.length > 0 && { note: droppedNote(dropped) }) };
}

async function problemOf(
  { page, before, after, fields, plainLines = [] }: PageWrite,
  stored: StoredPage,
  readTree: () => Promise<EditedTree>,
  caller: Caller,
): Promise<string | undefined> {
  for (const name of Object.keys(fields) as (keyof typeof fields)[]) {
    if ((stored[name] ?? '') !== fields[name]) {
      return `${name}: ${JSON.stringify(fields[name])} became ${JSON.stringify(stored[name])}`;
    }
  }
  if (before === undefined || after === undefined) return undefined;
  const sent = withoutTitleLine(after, page.title);
  const taken = lineCount(after) - lineCount(sent);
  const texts = {
    before: withoutTitleLine(before, page.title),
    sent,
    stored: withoutTitleLine(stored.markdown ?? '', stored.title),
    alsoTouched: plainLines.map((line) => line - taken),
  };
  const differences = (tree?: EditedTree) =>
    runJob('unrequestedDifferences', { ...texts, ...(tree && { tree }) }, caller);
  return (await differences()) && differences(await readTree());
}

/** What to do if a broken link became plain text. */
export function lostLinkAdvice(doubtful: readonly DoubtfulWrite[]): string {
  return doubtful.some(({ problem }) => problem.includes(']('))
    ? ' allowPlainLinks: true accepts that links which lead nowhere become plain text.'
    : '';
}

function lineCount(text: string): number {
  return text.split('\n').length;
}

/** Maximum number of pages that a note names. */
const MAX_NAMED = 10;

function droppedNote(titles: readonly string[]): string {
  const more = titles.length > MAX_NAMED ? ` and ${titles.length - MAX_NAMED} more` : '';
  const named = titles.slice(0, MAX_NAMED).map((title) => JSON.stringify(title));
  return `Of links to deleted targets, the platform kept only the text on ${named.join(', ')}${more}.`;
}

/** An upper bound of the links to deleted targets, by their notation: the text is not parsed. */
function countGoneLinks(markdown = ''): number {
  return DELETED_TARGETS.reduce((sum, mark) => sum + markdown.split(mark).length - 1, 0);
}
