import { operations, type PageNode } from '../operations/index.ts';

export interface ContentLocation {
  spaceId: string;
  changeRequestId?: string;
}

/** The operations that read a space, or a change request if one is given. */
export function readersOf({ changeRequestId }: ContentLocation) {
  return changeRequestId === undefined
    ? {
        pages: operations.listPages,
        page: operations.getPage,
        links: operations.listPageLinks,
        comments: operations.listSpaceComments,
        comment: operations.getSpaceComment,
        replies: operations.listSpaceCommentReplies,
        files: operations.listFiles,
        file: operations.getFile,
      }
    : {
        pages: operations.listChangeRequestPages,
        page: operations.getChangeRequestPage,
        links: operations.listChangeRequestPageLinks,
        comments: operations.listChangeRequestComments,
        comment: operations.getChangeRequestComment,
        replies: operations.listChangeRequestCommentReplies,
        files: operations.listChangeRequestFiles,
        file: operations.getChangeRequestFile,
      };
}

/** All pages of a tree in reading order. */
export function flattenPages(pages: readonly PageNode[]): PageNode[] {
  return pages.flatMap((page) => [page, ...flattenPages(page.pages ?? [])]);
}
