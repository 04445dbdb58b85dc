import { operations, type PageNode } from '../operations/index.ts';
import { type ContentLocation, readersOf } from './page-tree.ts';
import type { Sender } from './sender.ts';

/** A state of a space's content: primary content, a change request, or a revision. */
export interface ContentState {
  /** Its pages; read once. */
  tree(): Promise<PageNode[]>;
  /** The markdown of a page; empty if it has none. */
  markdown(pageId: string): Promise<string>;
}

export type StateLocation = ContentLocation | { spaceId: string; revisionId: string };

/** Reads a state of content. Its methods throw what the platform client throws. */
export function stateOf(location: StateLocation, sender: Sender): ContentState {
  const { pages, page } = stateReaders(location, sender);
  let tree: Promise<PageNode[]> | undefined;
  return {
    tree: () => {
      tree ??= pages().then((answer) => answer.pages);
      return tree;
    },
    markdown: async (pageId) => (await page(pageId)).markdown ?? '',
  };
}

function stateReaders(location: StateLocation, sender: Sender) {
  if ('revisionId' in location) {
    return {
      pages: () => sender.send(operations.listRevisionPages, location),
      page: (pageId: string) => sender.send(operations.getRevisionPage, { ...location, pageId }),
    };
  }
  const readers = readersOf(location);
  return {
    pages: () => sender.send(readers.pages, location),
    page: (pageId: string) => sender.send(readers.page, { ...location, pageId }),
  };
}
