/** A page as the platform lists it. */
export interface PageNode {
  id: string;
  title: string;
  path?: string;
  type?: string;
  documentId?: string;
  description?: string;
  hidden?: boolean;
  pages?: PageNode[];
}

export interface Place {
  spaceId: string;
  changeRequestId?: string | undefined;
}

/** The tools that read a space, or a change request where one is named. */
export function readersOf({ changeRequestId }: Place) {
  return changeRequestId === undefined
    ? {
        pages: 'list_pages',
        page: 'get_page',
        links: 'list_page_links',
        comments: 'list_space_comments',
      }
    : {
        pages: 'list_change_request_pages',
        page: 'get_change_request_page',
        links: 'list_change_request_page_links',
        comments: 'list_change_request_comments',
      };
}

/** All pages of a tree in reading order. */
export function flattenPages(pages: readonly PageNode[]): PageNode[] {
  return pages.flatMap((page) => [page, ...flattenPages(page.pages ?? [])]);
}
