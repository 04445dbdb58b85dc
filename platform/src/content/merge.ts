import { TEXT_FACTS } from '../markdown/tasks.ts';
import { yieldToOthers } from '../runtime/turns.ts';
import { chunksOf } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { computed, precompute, settleFindings } from '../workers/computed.ts';
import {
  type ChangeRequest,
  changeRequestState,
  commitDraft,
  draftOf,
  requireActive,
} from './change-requests.ts';
import { readDocument, saveDocument } from './documents.ts';
import type { Actor, Draft } from './draft.ts';
import { type Gradual, requireFree, writeGradually } from './gradual.ts';
import { mergeFile, mergePage, type TextMerger, type ThreeWay } from './merge-page.ts';
import { MERGE_TEXT, type TextVersions } from './merge-text.ts';
import type { Layer, Page, Revision } from './model.ts';
import { commitPrimary, draftOfPrimary } from './primary.ts';
import { repairTree } from './repair-tree.ts';
import { primaryHead } from './revisions.ts';
import { files, pages } from './tables.ts';
import type { Versioned, VersionedTable } from './versioned.ts';

export interface MergeResult<Result extends string> {
  revision: string;
  result: Result | 'conflicts';
}

/** Finds the change request in the current transaction, and throws if the caller may not do what follows. */
type Open = () => ChangeRequest;

/** A merge in progress. */
interface Merge extends Gradual {
  /** Shows theirs, apart from what is merged already. */
  draft: Draft;
  layers: Record<'base' | 'theirs' | 'ours', Layer>;
  /** Their newest revision. */
  head: Revision;
  /** The name of our side in conflicts. */
  label: string;
}

/** Pages or files that are merged in one transaction; each takes some 0.15 ms. */
const ITEMS_A_STEP = 50;

/**
 * Applies a change request to the space's primary content, for readers all at once. Its cost grows with what the change
 * request touches, not with the space. Conflicts do not stop it: both versions are kept.
 * @throws {ApiError} what `open` throws, and 409 when the change request is not active.
 */
export async function mergeChangeRequest(
  db: Database,
  open: Open,
  actor: Actor,
): Promise<MergeResult<'merge'>> {
  const begin = (): Merge => {
    const request = openActive(open, 'merged');
    requireFree(db, request.id);
    const draft = draftOfPrimary(db, request.space, actor);
    const head = primaryHead(db, request.space);
    return { ...mergeOf(request, draft, head), alsoHeld: [request.id] };
  };
  return await writeGradually(db, {
    begin,
    write: (merge) => writeMerge(db, merge),
    commit: ({ draft }, conflict): MergeResult<'merge'> => {
      const { id, revision: from } = openActive(open, 'merged');
      const revision = commitPrimary(draft, 'merge', { from: id, revision: from });
      db.run(
        `UPDATE change_request SET status = 'merged', revision_merged = ?, updated_at = ? WHERE id = ?`,
        revision,
        actor.at,
        id,
      );
      return { revision, result: conflict ? 'conflicts' : 'merge' };
    },
  });
}

/**
 * Updates a change request from primary content, for readers all at once. Writes nothing if nothing changed.
 * @throws {ApiError} what `open` throws, and 409 when the change request is not active.
 */
export async function updateChangeRequest(
  db: Database,
  open: Open,
  actor: Actor,
): Promise<MergeResult<'update'>> {
  const begin = (): Merge | undefined => {
    const request = openActive(open, 'updated');
    const head = primaryHead(db, request.space);
    if (head.seq === request.base_seq) return undefined;
    return mergeOf(request, draftOf(db, request, actor, head.seq), head);
  };
  const updated = await writeGradually(db, {
    begin,
    write: (merge) => writeMerge(db, merge),
    commit: ({ draft, head }, conflict): MergeResult<'update'> => {
      const request = openActive(open, 'updated');
      const revision = commitDraft(draft, request, 'update', [head.id]);
      db.run('UPDATE change_request SET revision_ancestor = ? WHERE id = ?', head.id, request.id);
      return { revision, result: conflict ? 'conflicts' : 'update' };
    },
  });
  return updated ?? { revision: db.read(open).revision, result: 'update' };
}

function openActive(open: Open, what: string): ChangeRequest {
  const request = open();
  requireActive(request, what);
  return request;
}

function mergeOf(request: ChangeRequest, draft: Draft, head: Revision): Merge {
  const { overlay, base } = changeRequestState(request);
  const theirs = { branch: request.space, seq: head.seq };
  return {
    layer: draft.layer,
    draft,
    layers: { base, theirs, ours: overlay ?? base },
    head,
    label: `change request ${request.number}`,
  };
}

/** Writes the three-way merge of everything in the change request, step by step. True if there was a conflict. */
async function writeMerge(db: Database, merge: Merge): Promise<boolean> {
  const { draft, layers } = merge;
  const ofPages = pages.idsInLayer(db, layers.ours);
  const ofFiles = files.idsInLayer(db, layers.ours);
  const conflicts = [
    await inSteps(db, ofPages, (ids) => mergePages(db, merge, ids)),
    await inSteps(db, ofFiles, (ids) => mergeFiles(db, merge, ids)),
    await inSteps(db, ofPages, (ids) => repairTree(draft, ids)),
  ];
  return conflicts.includes(true);
}

/** Writes a part of a merge in many transactions. True if any had a conflict. */
async function inSteps(
  db: Database,
  ids: readonly string[],
  write: (ids: readonly string[]) => boolean,
): Promise<boolean> {
  let conflict = false;
  for (const some of chunksOf(ids, ITEMS_A_STEP)) {
    if (await settleFindings(() => db.write(() => write(some)))) conflict = true;
    await yieldToOthers();
  }
  return conflict;
}

function mergePages(
  db: Database,
  { draft, layers, label }: Merge,
  ids: readonly string[],
): boolean {
  const changed = threeWays(db, pages, layers, ids);
  prepareTexts(db, changed, label);
  const merge = textMerger(db, label);
  const items: Page[] = [];
  let conflict = false;
  for (const sides of changed) {
    const merged = mergePage(sides, merge);
    if (merged.conflict) conflict = true;
    if (merged.item) items.push(merged.item);
    else if (draft.state.overlay) pages.drop(db, draft.layer, sides.ours.id);
  }
  draft.putAll(items);
  return conflict;
}

function mergeFiles(db: Database, { draft, layers }: Merge, ids: readonly string[]): boolean {
  let conflict = false;
  for (const sides of threeWays(db, files, layers, ids)) {
    const merged = mergeFile(sides);
    if (merged.conflict) conflict = true;
    if (merged.item) draft.putFile(merged.item);
    else if (draft.state.overlay) files.drop(db, draft.layer, sides.ours.id);
  }
  return conflict;
}

/** The versions of these ids in our layer and in the two others. */
function threeWays<T extends Versioned, Row>(
  db: Database,
  table: VersionedTable<T, Row>,
  { base, theirs, ours }: Merge['layers'],
  ids: readonly string[],
): ThreeWay<T>[] {
  const items = [...table.manyInLayer(db, ours, ids).values()];
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
