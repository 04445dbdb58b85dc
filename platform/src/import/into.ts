import {
  type ChangeRequest,
  commitDraft,
  draftOf,
  requireActive,
} from '../content/change-requests.ts';
import type { Actor } from '../content/draft.ts';
import { commitPrimary, draftOfPrimary } from '../content/primary.ts';
import { notFound, unprocessable } from '../errors.ts';
import type { Database } from '../store/database.ts';
import type { SourcePage } from './source-tree.ts';
import { type TreeInput, writeTree } from './write-tree.ts';

/** The target of an import. */
export interface ImportTarget {
  space: string;
  changeRequest?: ChangeRequest;
  /** The page that becomes the parent of the imported pages. */
  page?: string;
}

/** The loaded content and its origin. */
export type LoadedContent = Pick<TreeInput, 'files'> & {
  url: string;
  pages: readonly SourcePage[];
};

/**
 * Adds pages after the existing ones, as one new revision. 404 if the parent page no longer exists, 409 if the change
 * request is closed, 422 if there are no pages.
 */
export function importInto(
  db: Database,
  actor: Actor,
  { space, changeRequest, page }: ImportTarget,
  { url, files, pages }: LoadedContent,
): { revision: string; imported: number; ids: ReadonlyMap<string, string> } {
  if (pages.length === 0) throw unprocessable(`${url} holds no page that can be imported`);
  if (changeRequest) requireActive(changeRequest, 'edited');
  const draft = changeRequest
    ? draftOf(db, changeRequest, actor)
    : draftOfPrimary(db, space, actor);
  if (page !== undefined && !draft.page(page)) throw notFound('Page');
  const { imported, ids } = writeTree(draft, { pages, files, under: page });
  const revision = changeRequest
    ? commitDraft(draft, changeRequest, 'edits')
    : commitPrimary(draft, 'edits');
  return { revision, imported, ids };
}
