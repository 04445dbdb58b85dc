import type { Database } from '../store/database.ts';
import { type Actor, Draft } from './draft.ts';
import { requireFree } from './gradual.ts';
import { changedFiles, queueIncluding } from './included.ts';
import { indexPages } from './index-queue.ts';
import type { RevisionType } from './model.ts';
import { headOf, insertRevision } from './revisions.ts';

/** A draft of the next revision of a space's primary content. Waits for who is writing one; see `requireFree`. */
export function draftOfPrimary(db: Database, space: string, actor: Actor): Draft {
  requireFree(db, space);
  const seq = (headOf(db, space)?.seq ?? 0) + 1;
  return new Draft(db, { space, overlay: null, base: { branch: space, seq } }, actor);
}

/** Commits the draft as the space's newest revision, updates the search index, and returns the revision's id. */
export function commitPrimary(
  draft: Draft,
  type: RevisionType,
  merged?: { from: string; revision: string },
): string {
  const { db, actor, state, layer } = draft;
  const id = actor.newId();
  const previous = headOf(db, state.space)?.id;
  insertRevision(db, {
    id,
    space: state.space,
    branch: layer.branch,
    seq: layer.seq,
    base_seq: layer.seq,
    type,
    author: actor.user,
    created_at: actor.at,
    parents: JSON.stringify([previous, merged?.revision].filter((parent) => parent !== undefined)),
    merged_from: merged?.from ?? null,
  });
  db.run('UPDATE space SET updated_at = ? WHERE id = ?', actor.at, state.space);
  indexPages(db, state, draft.touched);
  queueIncluding(db, state.space, {
    pages: new Set(),
    files: changedFiles(db, layer.branch, layer.seq),
  });
  return id;
}
