import { TEXT_FACTS } from '../markdown/tasks.ts';
import type { Database } from '../store/database.ts';
import { computed, precompute } from '../workers/computed.ts';
import {
  type ChangeRequest,
  changeRequestState,
  commitDraft,
  draftOf,
  requireActive,
} from './change-requests.ts';
import { readDocument, saveDocument } from './documents.ts';
import type { Actor, Draft } from './draft.ts';
import { mergeFile, mergePage, type TextMerger, type ThreeWay } from './merge-page.ts';
import { MERGE_TEXT, type TextVersions } from './merge-text.ts';
import type { Layer, Page } from './model.ts';
import { commitPrimary, draftOfPrimary } from './primary.ts';
import { repairTree } from './repair-tree.ts';
import { primaryHead } from './revisions.ts';
import { files, pages } from './tables.ts';

export interface MergeResult<Result extends string> {
  revision: string;
  result: Result | 'conflicts';
}

/**
 * Applies a change request to the space's primary content. Its cost grows with what the change request
 * touches, not with the space. Conflicts do not stop it: both versions are kept. 409 when it is not active.
 */
export function mergeChangeRequest(
  db: Database,
  request: ChangeRequest,
  actor: Actor,
): MergeResult<'merge'> {
  requireActive(request, 'merged');
  const draft = draftOfPrimary(db, request.space, actor);
  const head = primaryHead(db, request.space);
  const conflict = mergeInto(draft, request, { branch: request.space, seq: head.seq });
  const revision = commitPrimary(draft, 'merge', { from: request.id, revision: request.revision });
  db.run(
    `UPDATE change_request SET status = 'merged', revision_merged = ?, updated_at = ? WHERE id = ?`,
    revision,
    actor.at,
    request.id,
  );
  return { revision, result: conflict ? 'conflicts' : 'merge' };
}

/** Updates a change request from primary content. Writes nothing if nothing changed. 409 when it is not active. */
export function updateChangeRequest(
  db: Database,
  request: ChangeRequest,
  actor: Actor,
): MergeResult<'update'> {
  requireActive(request, 'updated');
  const head = primaryHead(db, request.space);
  if (head.seq === request.base_seq) return { revision: request.revision, result: 'update' };
  const draft = draftOf(db, request, actor, head.seq);
  const conflict = mergeInto(draft, request, { branch: request.space, seq: head.seq });
  const revision = commitDraft(draft, request, 'update', [head.id]);
  db.run('UPDATE change_request SET revision_ancestor = ? WHERE id = ?', head.id, request.id);
  return { revision, result: conflict ? 'conflicts' : 'update' };
}

/**
 * Writes the three-way merge of everything in the change request to the draft, whose state otherwise shows theirs. True
 * if there was a conflict.
 */
function mergeInto(draft: Draft, request: ChangeRequest, theirs: Layer): boolean {
  const { db, state } = draft;
  const { overlay, base } = changeRequestState(request);
  const ours = overlay ?? base;
  const label = `change request ${request.number}`;
  let conflict = false;
  const written: string[] = [];
  const changed = pages.allInLayer(db, ours).map((page) => ({
    base: pages.inLayer(db, base, page.id),
    theirs: pages.inLayer(db, theirs, page.id),
    ours: page,
  }));
  prepareTexts(db, changed, label);
  for (const sides of changed) {
    const page = sides.ours;
    const merged = mergePage(sides, textMerger(db, label));
    if (merged.conflict) conflict = true;
    if (merged.item) draft.put(merged.item);
    else if (state.overlay) pages.drop(db, state.overlay, page.id);
    written.push(page.id);
  }
  for (const file of files.allInLayer(db, ours)) {
    const merged = mergeFile({
      base: files.inLayer(db, base, file.id),
      theirs: files.inLayer(db, theirs, file.id),
      ours: file,
    });
    if (merged.conflict) conflict = true;
    if (merged.item) draft.putFile(merged.item);
    else if (state.overlay) files.drop(db, state.overlay, file.id);
  }
  return repairTree(draft, written) || conflict;
}

/** Merges all texts that both sides changed in parallel. */
function prepareTexts(db: Database, changed: readonly ThreeWay<Page>[], label: string): void {
  const both = changed.flatMap(({ base, theirs, ours }) => {
    const ids = {
      base: base?.document ?? null,
      theirs: theirs?.document ?? null,
      ours: ours.document,
    };
    const isMerged =
      !ours.deleted && theirs?.deleted === false && new Set(Object.values(ids)).size === 3;
    return isMerged ? [sidesOf(db, ids, label)] : [];
  });
  precompute(MERGE_TEXT, both);
  precompute(
    TEXT_FACTS,
    both.map((sides) => computed(MERGE_TEXT, sides).text),
  );
}

function sidesOf(
  db: Database,
  ids: Record<'base' | 'theirs' | 'ours', string | null>,
  label: string,
): string {
  const sides: TextVersions = {
    base: readDocument(db, ids.base),
    theirs: readDocument(db, ids.theirs),
    ours: readDocument(db, ids.ours),
    label,
  };
  return JSON.stringify(sides);
}

function textMerger(db: Database, label: string): TextMerger {
  return (base, theirs, ours) => {
    if (ours === base || ours === theirs) return { document: theirs, conflict: false };
    if (theirs === base) return { document: ours, conflict: false };
    const { text, conflict } = computed(MERGE_TEXT, sidesOf(db, { base, theirs, ours }, label));
    return { document: saveDocument(db, text), conflict };
  };
}
