import { operations, type PageNode } from '../operations/index.ts';
import { patch } from './difference.ts';
import { flattenPages } from './page-tree.ts';
import type { Sender } from './sender.ts';

export interface ChangeRequestPlace {
  spaceId: string;
  changeRequestId: string;
}

/** The change to one page. */
export interface PageChange {
  page: string;
  title: string;
  change: 'created' | 'edited' | 'deleted';
  /** Unified diff of the page's markdown, with its paths as names; absent for a deleted page. */
  diff?: string;
}

const CONTEXT_LINES = 2;

/** A page that a change request changes: its new state, or its old one if it is deleted. */
export interface ChangedPage {
  page: PageNode;
  /** Its old state; absent for a created page. */
  before: PageNode | undefined;
  change: PageChange;
}

/** The revisions of a merged change request: its base and its result. */
export interface Ends {
  base: string;
  head: string;
}

/**
 * Yields the pages that a change request changes, compared with current primary content, or, after the merge, between
 * its base and its result.
 */
export async function* changesOf(
  place: ChangeRequestPlace,
  sender: Sender,
  merged?: Ends,
): AsyncGenerator<ChangedPage> {
  const { spaceId } = place;
  const sides: Sides = merged
    ? [revisionOf(spaceId, merged.base, sender), revisionOf(spaceId, merged.head, sender)]
    : [primaryOf(spaceId, sender), requestOf(place, sender)];
  const [before, after] = await Promise.all([sides[0].pages(), sides[1].pages()]);
  for (const [id, page] of new Map([...before, ...after])) {
    const change = await comparePage(sides, id, before.get(id), after.get(id));
    if (change) yield { page, before: before.get(id), change };
  }
}

/** Content with its pages. */
interface Content {
  pages(): Promise<Map<string, PageNode>>;
  page(pageId: string): Promise<string>;
}

/** The states before and after. */
type Sides = readonly [before: Content, after: Content];

function primaryOf(spaceId: string, sender: Sender): Content {
  return {
    pages: () => sender.send(operations.listPages, { spaceId }).then(pagesById),
    page: (pageId) => sender.send(operations.getPage, { spaceId, pageId }).then(textOf),
  };
}

function requestOf(place: ChangeRequestPlace, sender: Sender): Content {
  return {
    pages: () => sender.send(operations.listChangeRequestPages, place).then(pagesById),
    page: (pageId) =>
      sender.send(operations.getChangeRequestPage, { ...place, pageId }).then(textOf),
  };
}

function revisionOf(spaceId: string, revisionId: string, sender: Sender): Content {
  const place = { spaceId, revisionId };
  return {
    pages: () => sender.send(operations.listRevisionPages, place).then(pagesById),
    page: (pageId) => sender.send(operations.getRevisionPage, { ...place, pageId }).then(textOf),
  };
}

function pagesById({ pages }: { pages: PageNode[] }) {
  return new Map(flattenPages(pages).map((page) => [page.id, page]));
}

async function comparePage(
  sides: Sides,
  id: string,
  before: PageNode | undefined,
  after: PageNode | undefined,
): Promise<PageChange | undefined> {
  const title = (after ?? before)?.title ?? id;
  if (!after) return { page: id, title, change: 'deleted' };
  const same =
    before &&
    before.documentId !== undefined &&
    before.documentId === after.documentId &&
    before.title === after.title &&
    before.path === after.path;
  if (same) return undefined;
  const [was, is] = await Promise.all([before && sides[0].page(id), sides[1].page(id)]);
  const [from, to] = [before, after].map((page) => `/${page?.path ?? ''}`);
  if (was === is && from === to) return undefined;
  const diff = patch([from ?? '', to ?? ''], [was ?? '', is], CONTEXT_LINES);
  return { page: id, title, change: before ? 'edited' : 'created', diff };
}

function textOf({ markdown = '' }: { markdown?: string }): string {
  return markdown;
}
