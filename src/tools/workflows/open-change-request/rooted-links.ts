import { flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import type { JobCaller } from '../../../thread-pool.ts';
import { turns } from '../../../turns.ts';
import { runJob } from '../../jobs/run.ts';
import { Refusal } from '../../refusal.ts';
import { PageTargets } from '../page-targets.ts';
import { followedUrlsIn, linkStatusOf, targetOf } from '../text-links.ts';
import { type PageEdit, refsOf, temporaryId } from './changes.ts';
import { pagesAfter } from './pages-after.ts';

/** A path from the root; the platform itself reads only those with ids of pages and files. */
const ROOTED_PATH = /^\/(?!\/|pages\/|files\/)/;
/** The beginning of a page's id, as outlines show it, with or without its mark. */
const ABBREVIATED_ID = /^\/?pages\/~?([\w-]{4,19})$/;
/** A path relative to its own page. */
const RELATIVE_PATH = /^\.{1,2}\//;

interface TargetsOfPages {
  before: PageTargets;
  after: PageTargets;
  /** Labels of pages and files that the same call inserts. */
  refs: ReadonlySet<string>;
  pageRefs: ReadonlySet<string>;
}

type ReadText = (page: string) => Promise<{ markdown?: string }>;

/**
 * The changes with links by a page's path from the root of the space, as trees and pages show it, or by the beginning
 * of its id, resolved to that page: the platform would read such a path as relative to the page with the link. A link
 * that already leads to a page, or that its page had before, stays as written.
 * @throws {Refusal} for a new link that names both a page of the same call and an existing one.
 */
export async function resolveRootedLinks(
  tree: readonly PageNode[],
  changes: readonly PageEdit[],
  read: ReadText,
  caller: JobCaller,
): Promise<PageEdit[]> {
  if (!(await hasInternalLinks(changes, caller))) return [...changes];
  const texts = changes.map(textOf);
  const after = pagesAfter(tree, changes);
  const byId = new Map(after.map((page) => [page.id, page]));
  const { pages, files } = refsOf(changes);
  const targets: TargetsOfPages = {
    after: new PageTargets(after),
    before: new PageTargets(flattenPages(tree)),
    refs: new Set([...pages, ...files]),
    pageRefs: new Set(pages),
  };
  const result: PageEdit[] = [];
  for (const [index, change] of changes.entries()) {
    const text = texts[index];
    const { operation, page } = change;
    const self = operation === 'insert_page' ? temporaryId(index) : page;
    const from = byId.get(self ?? '');
    const rootedLinks =
      text !== undefined && from ? await rootedLinksIn(text, from, targets, caller) : [];
    const unclear =
      text !== undefined && from ? await unclearLinksIn(text, from, targets, caller) : [];
    if (text === undefined || rootedLinks.length + unclear.length === 0) {
      result.push(change);
      continue;
    }
    const known =
      operation === 'insert_page'
        ? new Set()
        : await urlsIn((await read(page ?? '')).markdown ?? '', caller);
    const had = isPartOfText(operation) ? await urlsIn(change.old ?? '', caller) : known;
    refuseUnclear(
      index,
      unclear.find(([url]) => !had.has(url)),
    );
    const to = rootedLinks.filter(([url]) => !known.has(url));
    result.push(withText(change, await runJob('retargetLinks', { markdown: text, to }, caller)));
  }
  return result;
}

/** Whether a text of the changes has links whose targets have to be looked up. */
export async function hasInternalLinks(
  changes: readonly PageEdit[],
  caller: JobCaller,
): Promise<boolean> {
  for (const change of changes) {
    if ((await followedUrlsIn(textOf(change) ?? '', caller)).length > 0) return true;
  }
  return false;
}

/** The text that a change writes, or the part that it inserts. */
function textOf({ operation, document, new: replacement }: PageEdit): string | undefined {
  return isPartOfText(operation) ? replacement : document?.markdown;
}

function isPartOfText(operation: PageEdit['operation']): boolean {
  return operation === 'replace_text' || operation === 'insert_text';
}

function withText(change: PageEdit, text: string): PageEdit {
  return isPartOfText(change.operation)
    ? { ...change, new: text }
    : { ...change, document: { ...change.document, markdown: text } };
}

/** The links of a text that are broken from its page, but lead to an existing page from the root. */
async function rootedLinksIn(
  markdown: string,
  from: PageNode,
  { after, before, refs }: TargetsOfPages,
  caller: JobCaller,
): Promise<[string, string][]> {
  const found: [string, string][] = [];
  const turn = turns();
  for (const url of await followedUrlsIn(markdown, caller)) {
    await turn();
    const [path = ''] = url.split(/[#?]/, 1);
    if (!ROOTED_PATH.test(path) && linkStatusOf(url, from, after) !== 'broken') continue;
    const short = after.beginningWith(ABBREVIATED_ID.exec(path)?.[1] ?? '');
    if (short && before.at(short.id)) {
      found.push([url, `/pages/${short.id}${url.slice(path.length)}`]);
      continue;
    }
    const rooted = path.replace(/^\//, '');
    if (rooted === '' || RELATIVE_PATH.test(path) || refs.has(rooted.replace(/\.md$/, '')))
      continue;
    // Pages that the same call inserts have no address yet, and pages that it deletes no longer have one.
    const page = after.at(rooted);
    if (page && before.at(page.id)) found.push([url, `/pages/${page.id}${url.slice(path.length)}`]);
  }
  return found;
}

/** The links of a text by the ref of a new page that the platform takes for the path of an existing page. */
async function unclearLinksIn(
  markdown: string,
  from: PageNode,
  { after, before, pageRefs }: TargetsOfPages,
  caller: JobCaller,
): Promise<[url: string, page: PageNode][]> {
  if (pageRefs.size === 0) return [];
  return (await followedUrlsIn(markdown, caller)).flatMap((url) => {
    const [, ref = ''] = /^(?:\.\/)?([^/?#]+)\.md(?:[?#]|$)/.exec(url) ?? [];
    const page = pageRefs.has(ref) ? targetOf(url, from, after) : undefined;
    return page && before.at(page.id) ? [[url, page] as [string, PageNode]] : [];
  });
}

function refuseUnclear(index: number, unclear: [url: string, page: PageNode] | undefined): void {
  if (!unclear) return;
  const [url, { id }] = unclear;
  throw new Refusal(
    `Nothing was written. changes[${index}]: ${url} names a page inserted here, but also an existing page. Give the new page another ref; link to the existing page by /pages/${id}.`,
  );
}

async function urlsIn(markdown: string, caller: JobCaller): Promise<Set<string>> {
  return new Set(await followedUrlsIn(markdown, caller));
}
