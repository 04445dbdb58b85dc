import { patch } from './difference.ts';
import { flattenPages, type PageNode } from './page-tree.ts';
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
    pagesById(sender, 'list_pages', { spaceId: place.spaceId }),
    pagesById(sender, 'list_change_request_pages', place),
  ]);
  for (const [id, page] of new Map([...before, ...after])) {
    const change = await comparePage(place, id, before.get(id), after.get(id), sender);
    if (change) yield { page, change };
  }
}

async function pagesById(sender: Sender, tool: string, place: object) {
  const { pages } = await sender.send<{ pages: PageNode[] }>(tool, { ...place });
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
    before ? textOf(sender, 'get_page', { spaceId: place.spaceId, pageId: id }) : '',
    textOf(sender, 'get_change_request_page', { ...place, pageId: id }),
  ]);
  const [from, to] = [before, after].map((page) => `/${page?.path ?? ''}`);
  if (was === is && from === to) return undefined;
  const diff = patch([from ?? '', to ?? ''], [was, is], CONTEXT_LINES);
  return { page: id, title, change: before ? 'edited' : 'created', diff };
}

async function textOf(sender: Sender, tool: string, where: object): Promise<string> {
  const page = await sender.send<{ markdown?: string }>(tool, { ...where, format: 'markdown' });
  return page.markdown ?? '';
}
