import { chunksOf } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { step } from '../workers/computed.ts';
import { readDocument } from './documents.ts';
import { isSamePage } from './draft.ts';
import { presentLinks } from './link-resolution.ts';
import type { ContentState, File, Page, Revision } from './model.ts';
import { revisionOf, stateAt } from './revisions.ts';
import { files, pages } from './tables.ts';
import { pagePathOf } from './tree.ts';

/** A page or file on one side of a comparison. */
export interface ComparedItem<T> {
  item: T;
  path: string;
}

/** The difference of a page or file; at least one side is present. */
export interface ItemChange<T> {
  id: string;
  before: ComparedItem<T> | undefined;
  after: ComparedItem<T> | undefined;
}

/** What an id stands for in a state; undefined if it does not exist there. */
type ItemAt<T> = (db: Database, state: ContentState, id: string) => ComparedItem<T> | undefined;

/** Items that are compared before others may get a turn. */
const IDS_A_STEP = 20;

/** Two states of a space's content and the ids that may differ. */
export interface Comparison {
  before: ContentState;
  after: ContentState;
  pages: ItemChange<Page>[];
  files: ItemChange<File>[];
}

/**
 * What a revision changed: in primary content, compared with the previous one; in a change request, compared with the
 * primary content below it.
 */
export function revisionChanges(
  db: Database,
  revision: Pick<Revision, 'space' | 'branch' | 'seq' | 'base_seq'>,
): Comparison {
  const after = stateAt(revision as Revision);
  const { space, branch, seq } = revision;
  const base = after.overlay ? after.base : { branch, seq: seq - 1 };
  return compare(db, { space, overlay: null, base }, after);
}

/** What a revision changed compared to its parent. */
export function changesSinceParent(db: Database, revision: Revision): Comparison {
  const [parent] = JSON.parse(revision.parents) as string[];
  if (parent === undefined) return revisionChanges(db, revision);
  return compare(db, stateAt(revisionOf(db, revision.space, parent)), stateAt(revision));
}

/** The differences between a state and a later one of the same change request, which may have been empty before. */
function compare(db: Database, before: ContentState, after: ContentState): Comparison {
  const changes = <T>(table: 'page' | 'file', itemAt: ItemAt<T>): ItemChange<T>[] => {
    const found: ItemChange<T>[] = [];
    const ids = touched(db, table, before, after);
    for (const some of chunksOf(ids, IDS_A_STEP)) {
      const compared = step(JSON.stringify([table, before, after, some[0]]), () =>
        some.map((id) => ({ id, before: itemAt(db, before, id), after: itemAt(db, after, id) })),
      );
      found.push(...compared);
    }
    return found;
  };
  return {
    before,
    after,
    pages: changes('page', pageAt)
      .filter(({ before, after }) =>
        before ? !after || !isSamePage(before.item, after.item) : after,
      )
      .sort(byPath),
    files: changes('file', fileAt)
      .filter(
        ({ before, after }) =>
          before?.item.blob !== after?.item.blob || before?.path !== after?.path,
      )
      .sort(byPath),
  };
}

/** The text of a page as readers see it; empty if there is no page. */
export function textAt(
  db: Database,
  state: ContentState,
  side: ComparedItem<Page> | undefined,
): string {
  if (!side) return '';
  return presentLinks({ db, state, page: side.item }, readDocument(db, side.item.document));
}

/** Ids of everything that may differ. */
function touched(
  db: Database,
  table: 'page' | 'file',
  before: ContentState,
  after: ContentState,
): string[] {
  const ids = written(db, table, after.base.branch, before.base.seq, after.base.seq);
  if (!after.overlay) return ids;
  const { branch, seq } = after.overlay;
  return [...new Set([...ids, ...written(db, table, branch, before.overlay?.seq ?? 0, seq)])];
}

/** Ids of everything that a branch wrote or deleted after one of its revisions, up to another. */
function written(db: Database, table: string, branch: string, from: number, to: number): string[] {
  const sql = `SELECT DISTINCT id FROM ${table}
    WHERE branch = ? AND ((from_seq > ? AND from_seq <= ?) OR (until > ? AND until <= ?))`;
  return db.all<{ id: string }>(sql, branch, from, to, from, to).map(({ id }) => id);
}

function pageAt(db: Database, state: ContentState, id: string): ComparedItem<Page> | undefined {
  const item = pages.find(db, state, id);
  return item && { item, path: pagePathOf(db, state, item) };
}

function fileAt(db: Database, state: ContentState, id: string): ComparedItem<File> | undefined {
  const item = files.find(db, state, id);
  return item && { item, path: item.name };
}

function byPath(left: ItemChange<unknown>, right: ItemChange<unknown>): number {
  const path = ({ before, after }: ItemChange<unknown>) => after?.path ?? before?.path ?? '';
  return path(left) < path(right) ? -1 : 1;
}
