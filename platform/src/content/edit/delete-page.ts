import { subtree } from '../tree.ts';
import type { Edit } from './edit.ts';

/** Deletes a page and everything under it. */
export function deletePage(edit: Edit, id: string): void {
  const { db, state } = edit.draft;
  for (const page of subtree(db, state, edit.page(id))) {
    edit.draft.change({ ...page, deleted: true });
    edit.texts.delete(page.id);
    edit.record({ kind: 'deleted', page: page.id });
  }
}
