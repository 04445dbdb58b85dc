import { operations, type PageNode } from '../operations/index.ts';
import { patch } from './difference.ts';
import { flattenPages } from './page-tree.ts';
import type { Sender } from './sender.ts';

export interface ChangeRequestPlace {
  spaceId: string;
  changeRequestId: string;
}

/** What a change request does to one page. */
export interface PageChange {
  page: string;
  title: string;
  change: 'created' | 'edited' | 'deleted';
  /** Unified diff of the page's markdown, its paths as the names; absent for a deleted page. */
  diff?: string;
}

const CONTEXT_LINES = 2;

/**
 * The pages that a change request changes, one after the other: against a revision of the space, or else against
 * primary content as it is now.
 */
export async function* changesOf(
  place: ChangeRequestPlace,
  sender: Sender,
  base?: string,
): AsyncGenerator<{ page: PageNode; change: PageChange }> {
  const source = sourceOf(place.spaceId, base, sender);
  const [before, after] = await Promise.all([
    source.pages(),
    sender.send(operations.listChangeRequestPages, place).then(pagesById),
  ]);
  for (const [id, page] of new Map([...before, ...after])) {
    const change = await comparePage([source, place], id, before.get(id), after.get(id), sender);
    if (change) yield { page, change };
  }
}

/** What a change request is compared with. */
interface Source {
  pages(): Promise<Map<string, PageNode>>;
  page(pageId: string): Promise<string>;
}

function sourceOf(spaceId: string, base: string | undefined, sender: Sender): Source {
  if (base === undefined) {
    return {
      pages: () => sender.send(operations.listPages, { spaceId }).then(pagesById),
      page: (pageId) => sender.send(operations.getPage, { spaceId, pageId }).then(textOf),
    };
  }
  const place = { spaceId, revisionId: base };
  return {
    pages: () => sender.send(operations.listRevisionPages, place).then(pagesById),
    page: (pageId) => sender.send(operations.getRevisionPage, { ...place, pageId }).then(textOf),
  };
}

function pagesById({ pages }: { pages: PageNode[] }) {
  return new Map(flattenPages(pages).map((page) => [page.id, page]));
}

async function comparePage(
  [source, place]: [Source, ChangeRequestPlace],
  id: string,
  before: PageNode | undefined,
  after: PageNode | undefined,
  sender: Sender,
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
  const [was, is] = await Promise.all([
    before && source.page(id),
    sender.send(operations.getChangeRequestPage, { ...place, pageId: id }).then(textOf),
  ]);
  const [from, to] = [before, after].map((page) => `/${page?.path ?? ''}`);
  if (was === is && from === to) return undefined;
  const diff = patch([from ?? '', to ?? ''], [was ?? '', is], CONTEXT_LINES);
  return { page: id, title, change: before ? 'edited' : 'created', diff };
}

function textOf({ markdown = '' }: { markdown?: string }): string {
  return markdown;
}
