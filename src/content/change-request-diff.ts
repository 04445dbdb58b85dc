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

/** The pages that a change request changes, against primary content as it is now, one after the other. */
export async function* changesOf(
  place: ChangeRequestPlace,
  sender: Sender,
): AsyncGenerator<{ page: PageNode; change: PageChange }> {
  const [before, after] = await Promise.all([
    sender.send(operations.listPages, { spaceId: place.spaceId }).then(pagesById),
    sender.send(operations.listChangeRequestPages, place).then(pagesById),
  ]);
  for (const [id, page] of new Map([...before, ...after])) {
    const change = await comparePage(place, id, before.get(id), after.get(id), sender);
    if (change) yield { page, change };
  }
}

function pagesById({ pages }: { pages: PageNode[] }) {
  return new Map(flattenPages(pages).map((page) => [page.id, page]));
}

async function comparePage(
  place: ChangeRequestPlace,
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
    before && sender.send(operations.getPage, { spaceId: place.spaceId, pageId: id }).then(textOf),
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
