import type { Context } from '../auth/context.ts';
import { findChangeRequest } from '../content/change-requests.ts';
import type { ContentState, Revision } from '../content/model.ts';
import { files } from '../content/tables.ts';
import { changeRequestObject } from './change-request.ts';
import { app } from './context.ts';
import { fileObject } from './file.ts';
import { pageTree } from './page.ts';

/** A revision with all its pages and files. */
export function revisionObject(context: Context, revision: Revision, state: ContentState) {
  return {
    ...revisionHeader(context, revision),
    pages: pageTree(context, state),
    files: files.all(context.db, state).map((file) => fileObject(context, file)),
  };
}

/** A revision in short form: its lists of pages and files are always empty. */
export function revisionHeader(context: Context, revision: Revision) {
  const { merged_from: mergedFrom, space } = revision;
  return {
    object: 'revision' as const,
    id: revision.id,
    parents: JSON.parse(revision.parents) as string[],
    pages: [] as object[],
    files: [] as object[],
    reusableContents: [],
    tags: [],
    createdAt: revision.created_at,
    urls: { app: app(context, `/s/${space}/revisions/${revision.id}`) },
    type: revision.type,
    ...(mergedFrom !== null && {
      mergedFrom: changeRequestObject(context, findChangeRequest(context.db, space, mergedFrom)),
    }),
  };
}
