import { PlatformError } from '../client/index.ts';
import { type Caller, type ItemOf, list, operations, type PageNode } from '../operations/index.ts';

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

/** A page of a tree, and how many pages are above it. */
export interface PageAtDepth {
  page: PageNode;
  depth: number;
}

/** The pages of a tree in reading order, in linear time however deep it is. */
export function* pagesInOrder(tree: readonly PageNode[]): Generator<PageAtDepth> {
  const open = [tree[Symbol.iterator]()];
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { done, value: page } = last.next();
    if (done) {
      open.pop();
      continue;
    }
    yield { page, depth: open.length - 1 };
    if (page.pages?.length) open.push(page.pages[Symbol.iterator]());
  }
}

/** All pages of a tree in reading order. */
export function flattenPages(pages: readonly PageNode[]): PageNode[] {
  return Array.from(pagesInOrder(pages), ({ page }) => page);
}

/** Maximum number of pages that one call reads. */
const MAX_READ_PAGES = 50_000;

/**
 * These pages, if they are few enough to read each.
 * @throws {PlatformError} `too_large`
 */
export function fewEnough(pages: PageNode[], location: ContentLocation): PageNode[] {
  if (pages.length <= MAX_READ_PAGES) return pages;
  const { route } = readersOf(location).page;
  throw new PlatformError(
    'too_large',
    route,
    `not sent, because ${pages.length} pages would be read, more than ${MAX_READ_PAGES}. Name the pages to read, or a page above them`,
  );
}

/** What links need of a page tree, as plain data. */
export function pagesWithPaths(tree: readonly PageNode[]): PageNode[] {
  return flattenPages(tree).map(({ id, title, path }) => ({
    ...{ id, title },
    ...(path !== undefined && { path }),
  }));
}

/** Maximum number of files that are listed. */
const MAX_FILES = 10_000;

export type ContentFile = ItemOf<typeof operations.listFiles>;

/** The files of a space or change request. */
export function filesOf(location: ContentLocation, caller: Caller): Promise<ContentFile[]> {
  return list(readersOf(location).files, { ...location }, caller, MAX_FILES);
}
