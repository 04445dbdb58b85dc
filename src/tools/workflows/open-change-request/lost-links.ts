import { isDeletedTarget } from '@docs-platform-mcp/markdown';
import { type ContentLocation, filesOf, flattenPages, readersOf } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import { sanitizeText } from '../../../text/index.ts';
import type { JobCaller } from '../../../thread-pool.ts';
import { eachInTurns, filterInTurns, turns } from '../../../turns.ts';
import type { PageWrite } from '../../edits/text-changes.ts';
import { Refusal } from '../../refusal.ts';
import {
  badLinksIn,
  hasUncertainLinks,
  internalLinksIn,
  targetOf,
  targetsAmong,
} from '../text-links.ts';
import type { Steps } from '../workflow.ts';
import { type PageEdit, refsOf, temporaryId } from './changes.ts';
import { pagesAfter } from './pages-after.ts';

export interface LostLink {
  /** Index of its change in the call. */
  change: number;
  line: number;
  target: string;
  /** The line that contains it. */
  text: string;
}

const MAX_NAMED = 20;
const MAX_TEXT = 120;
/** Maximum characters of a line to show. */
const MAX_LINE = 1_000;

const ADVICE =
  'Link to a page by /pages/{id} or /{path} (list_pages), to one inserted here by ./{ref}.md, to a file by /files/{id} (list_files) or, inserted here, by ./{ref}; or leave the link out. allowPlainLinks: true sends it all the same.';

const ADVICE_ON_DELETION =
  'delete_page takes linksTo, the page to which links to the deleted one then lead.';

/** What is known about changes besides themselves. */
interface KnownChanges {
  tree?: readonly PageNode[];
  copies?: ReadonlySet<number>;
  /** The changes before their links were written by ids, as the caller knows them. */
  given?: readonly PageEdit[];
}

/**
 * Refuses changes with links that would have no target after all changes, unless they had none before, or a copy keeps
 * what the service wrote for a deleted target: the platform would silently turn such a link into plain text. Makes no
 * request if no text has internal links, and reads the pages only if they are not known.
 * @returns the links that had no target before either, and are lost with their text; not those that the service itself
 * wrote for a deleted target, which it keeps, nor those to a page that the same call deletes.
 * @throws {Refusal} naming each with its line.
 */
export async function refuseLostLinks(
  location: ContentLocation,
  changes: readonly PageEdit[],
  steps: Steps,
  known: KnownChanges = {},
): Promise<LostLink[]> {
  const { added: fresh, old } = await lostLinks(location, changes, steps, known);
  const added = fresh.filter(
    ({ change, target }) => !(known.copies?.has(change) && isDeletedTarget(target)),
  );
  if (added.length > 0) {
    const deletes = changes.some(({ operation }) => operation === 'delete_page');
    const advice = deletes ? `${ADVICE} ${ADVICE_ON_DELETION}` : ADVICE;
    throw new Refusal(lostLinksMessage(added, changes.length, advice));
  }
  return old;
}

/** The links that would have no target after all changes: those that had one before, and the others. */
export async function lostLinks(
  location: ContentLocation,
  changes: readonly PageEdit[],
  steps: Steps,
  { tree: known, given = changes }: KnownChanges = {},
): Promise<{ added: LostLink[]; old: LostLink[] }> {
  if (!(await hasLinksToCheck(changes, steps.caller))) return { added: [], old: [] };
  const tree = known ?? (await treeOf(location, steps));
  const before = flattenPages(tree);
  const after = pagesAfter(tree, changes);
  const byId = new Map(after.map((page) => [page.id, page]));
  const texts = changes.flatMap((change, index) => {
    const { operation, page, document } = change;
    const id = operation === 'insert_page' ? temporaryId(index) : page;
    const self = byId.get(id ?? '');
    return self && document?.markdown ? [{ index, self, markdown: document.markdown }] : [];
  });
  const files = await filesNamedIn(location, texts, steps);
  const refs = refsOf(changes);
  const fresh: LostLink[] = [];
  const old: LostLink[] = [];
  const turn = turns();
  for (const { index, self, markdown } of texts) {
    await turn();
    const isFromFolder = fromFolderOf(self, before, byId);
    const lost = await filterInTurns(
      await lostLinksIn(markdown, self, after, files, steps.caller),
      ({ target }) => !isRef(target, refs) && !isFromFolder(target),
    );
    if (lost.length === 0) continue;
    const lines = (given[index]?.document?.markdown ?? markdown).split('\n');
    const stored = { pages: before, files, isLeft: (id: string) => byId.has(id) };
    const lostBefore = await lostLinksInStored(location, self.id, stored, steps);
    await eachInTurns(lost, ({ target, line }) => {
      const text = lines[line - 1]?.slice(0, MAX_LINE).trim() ?? '';
      const left = lostBefore.get(target) ?? 0;
      lostBefore.set(target, left - 1);
      const shown = text.includes(target) ? target : pathOf(target, before);
      const link = { change: index, line, target: shown, text };
      if (left <= 0) fresh.push(link);
      else if (!isKeptByService(target)) old.push(link);
    });
  }
  return { added: fresh, old };
}

/** The path of the page that a link names by its id. */
function pathOf(target: string, pages: readonly PageNode[]): string {
  const [address = ''] = target.split('#', 1);
  const id = address.startsWith('/pages/') ? address.slice('/pages/'.length) : '';
  return targetsAmong(pages).at(id)?.path ?? target;
}

/**
 * Whether links of a page lead to a remaining page from where it is as long as it has subpages, the last of which the
 * same call deletes.
 */
function fromFolderOf(
  { path = '' }: PageNode,
  before: readonly PageNode[],
  after: ReadonlyMap<string, PageNode>,
): (target: string) => boolean {
  const self = before.find((page) => page.path === path);
  return (target) => {
    const aim = self && targetOf(target, self, targetsAmong(before));
    return aim !== undefined && after.has(aim.id);
  };
}

/** Records for each written text the lines with links that the platform stores as plain text. */
export async function markPlainLines(
  location: ContentLocation,
  writes: readonly PageWrite[],
  steps: Steps,
  known?: readonly PageNode[],
): Promise<void> {
  if (writes.length === 0) return;
  const pages = flattenPages(known ?? (await treeOf(location, steps)));
  const byId = new Map(pages.map((page) => [page.id, page]));
  const turn = turns();
  for (const write of writes) {
    await turn();
    const self = byId.get(write.page.id) ?? write.page;
    const bad = await badLinksIn(write.after ?? '', self, pages, steps.caller);
    write.plainLines = bad.filter(({ target }) => !isKeptByService(target)).map(({ line }) => line);
  }
}

/** Whether a link without a target was written by the service itself, which keeps it: nobody else names deleted pages by id. */
function isKeptByService(target: string): boolean {
  return isDeletedTarget(target) || /^\/pages\/[\w-]{10,}(?:#|$)/.test(target);
}

async function treeOf(location: ContentLocation, steps: Steps): Promise<PageNode[]> {
  return (await steps.send(readersOf(location).pages, location)).pages;
}

/** The content before the changes. */
interface Stored {
  pages: readonly PageNode[];
  files: ReadonlySet<string>;
  /** Whether a page remains after the changes. */
  isLeft: (page: string) => boolean;
}

/**
 * The number of links to each broken target of a stored page, as it is and as it is read, with those to pages that the
 * changes delete; an inserted page has none.
 */
async function lostLinksInStored(
  location: ContentLocation,
  pageId: string,
  { pages, files, isLeft }: Stored,
  steps: Steps,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const self = pages.find(({ id }) => id === pageId);
  if (!self) return counts;
  const { markdown = '' } = await steps.send(readersOf(location).page, { ...location, pageId });
  for (const text of new Set([markdown, sanitizeText(markdown)])) {
    const lost = await lostLinksIn(text, self, pages, files, steps.caller);
    const inText = new Map<string, number>();
    const count = (target: string) => inText.set(target, (inText.get(target) ?? 0) + 1);
    await eachInTurns(lost, ({ target }) => count(target));
    await eachInTurns(await internalLinksIn(text, steps.caller), ({ url }) => {
      const page = targetOf(url, self, targetsAmong(pages));
      if (page && !isLeft(page.id)) count(`/pages/${page.id}${url.replace(/^[^#?]*/, '')}`);
    });
    for (const [target, count] of inText) {
      counts.set(target, Math.max(count, counts.get(target) ?? 0));
    }
  }
  return counts;
}

async function hasLinksToCheck(changes: readonly PageEdit[], caller: JobCaller): Promise<boolean> {
  const turn = turns();
  for (const { document } of changes) {
    await turn();
    if (await hasUncertainLinks(document?.markdown ?? '', caller)) return true;
  }
  return false;
}

async function lostLinksIn(
  markdown: string,
  self: PageNode,
  pages: readonly PageNode[],
  files: ReadonlySet<string>,
  caller: JobCaller,
): Promise<{ target: string; line: number }[]> {
  const bad = await badLinksIn(markdown, self, pages, caller);
  const broken = bad.filter(({ status }) => status === 'broken');
  const links = await filterInTurns(await internalLinksIn(markdown, caller), ({ url }) => {
    const file = fileIn(url);
    return file !== undefined && !files.has(file);
  });
  const unknown = links.map(({ url, line }) => ({ target: url, line }));
  return [...broken, ...unknown].sort((a, b) => a.line - b.line);
}

/** Ids of the existing files; not requested if no text names a file. */
async function filesNamedIn(
  location: ContentLocation,
  texts: readonly { markdown: string }[],
  steps: Steps,
): Promise<ReadonlySet<string>> {
  if (!texts.some(({ markdown }) => markdown.includes('/files/'))) return new Set();
  const files = await filesOf(location, steps.caller);
  return new Set(files.map(({ id }) => id));
}

function fileIn(url: string): string | undefined {
  return /^\/files\/([^/?#]+)/.exec(url)?.[1];
}

/** Whether a link names a page or a file that the same call creates. */
function isRef(target: string, { pages, files }: ReturnType<typeof refsOf>): boolean {
  const [name = ''] = target.replace(/^\.\//, '').split('#');
  return pages.includes(name.replace(/\.md$/, '')) || files.includes(name);
}

/** The message about links that would be lost, each with its line, and what to do. */
export function lostLinksMessage(
  lost: readonly LostLink[],
  changes: number,
  advice: string,
): string {
  const named = lost.slice(0, MAX_NAMED).map(({ change, line, target, text }) => {
    const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
    const place = changes > 1 ? `changes[${change}] line` : 'line';
    return `${place} ${line}: ${target} in ${JSON.stringify(shown)}`;
  });
  const more = lost.length > named.length ? `; and ${lost.length - named.length} more` : '';
  const count = lost.length === 1 ? 'This link leads' : `These ${lost.length} links lead`;
  return `Nothing was written. ${count} nowhere and would silently become plain text: ${named.join('; ')}${more}. ${advice}`;
}
