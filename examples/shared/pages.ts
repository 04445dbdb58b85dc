import type { ToolClient } from './connection.ts';

/** A page in the list of a space. */
export interface Page {
  id: string;
  title: string;
  /** Segments separated by slashes. */
  path: string;
  type?: string;
  pages?: Page[];
}

/** Primary content of a space, or the content of one of its change requests. */
export interface ContentLocation {
  spaceId: string;
  changeRequestId?: string;
}

/** All pages with text, in reading order. */
export async function documents(server: ToolClient, place: ContentLocation): Promise<Page[]> {
  const tool = place.changeRequestId === undefined ? 'list_pages' : 'list_change_request_pages';
  const { pages = [] } = await server.call<{ pages?: Page[] }>(tool, {
    ...place,
    fields: ['title', 'path', 'type'],
  });
  return flat(pages).filter(({ type = 'document' }) => type === 'document');
}

/** The complete markdown of a page. */
export function pageText(
  server: ToolClient,
  place: ContentLocation,
  page: string,
): Promise<string> {
  const { spaceId, changeRequestId } = place;
  const request = changeRequestId === undefined ? '' : `/change-requests/${changeRequestId}`;
  return server.read(`docs://spaces/${spaceId}${request}/pages/${page}`);
}

function flat(pages: readonly Page[]): Page[] {
  return pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
}
