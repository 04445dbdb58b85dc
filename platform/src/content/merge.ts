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
import type { Versioned, VersionedTable } from './versioned.ts';

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
  const items: Page[] = [];
  const layers = { base, theirs, ours };
  const changed = threeWays(db, pages, layers);
  prepareTexts(db, changed, label);
  for (const sides of changed) {
    const page = sides.ours;
    const merged = mergePage(sides, textMerger(db, label));
    if (merged.conflict) conflict = true;
    if (merged.item) items.push(merged.item);
    else if (state.overlay) pages.drop(db, state.overlay, page.id);
    written.push(page.id);
  }
  draft.putAll(items);
  for (const sides of threeWays(db, files, layers)) {
    const merged = mergeFile(sides);
    if (merged.conflict) conflict = true;
    if (merged.item) draft.putFile(merged.item);
    else if (state.overlay) files.drop(db, state.overlay, sides.ours.id);
  }
  return repairTree(draft, written) || conflict;
}

/** Everything of a table that is in our layer, with its versions in the two others. */
function threeWays<T extends Versioned, Row>(
  db: Database,
  table: VersionedTable<T, Row>,
  { base, theirs, ours }: Record<'base' | 'theirs' | 'ours', Layer>,
): ThreeWay<T>[] {
  const items = table.allInLayer(db, ours);
  const ids = items.map(({ id }) => id);
  const before = table.manyInLayer(db, base, ids);
  const there = table.manyInLayer(db, theirs, ids);
  return items.map((item) => ({
    base: before.get(item.id),
    theirs: there.get(item.id),
    ours: item,
  }));
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
