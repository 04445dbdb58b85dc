import type { Connection } from './connection.ts';

/** A page as a space lists it. */
export interface Page {
  id: string;
  title: string;
  /** Segments between slashes. */
  path: string;
  type?: string;
  pages?: Page[];
}

/** Primary content of a space, or that of a change request in it. */
export interface Place {
  spaceId: string;
  changeRequestId?: string;
}

/** All pages that have text, in reading order. */
export async function documents(server: Connection, place: Place): Promise<Page[]> {
  const tool = place.changeRequestId === undefined ? 'list_pages' : 'list_change_request_pages';
  const { pages = [] } = await server.call<{ pages?: Page[] }>(tool, {
    ...place,
    fields: ['title', 'path', 'type'],
  });
  return flat(pages).filter(({ type = 'document' }) => type === 'document');
}

/** The markdown of a page, whole. */
export function textOf(server: Connection, place: Place, page: string): Promise<string> {
  const { spaceId, changeRequestId } = place;
  const request = changeRequestId === undefined ? '' : `/change-requests/${changeRequestId}`;
  return server.read(`docs://spaces/${spaceId}${request}/pages/${page}`);
}

function flat(pages: readonly Page[]): Page[] {
  return pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
}
