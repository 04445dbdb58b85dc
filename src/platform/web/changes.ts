import { readDocument } from '../content/documents.ts';
import { samePage } from '../content/draft.ts';
import { presentLinks } from '../content/link-resolution.ts';
import type { File, Page, Revision, View } from '../content/model.ts';
import { viewAt } from '../content/revisions.ts';
import { files, pages } from '../content/tables.ts';
import { pathOf } from '../content/tree.ts';
import type { Database } from '../store/database.ts';

/** A page or file on one side of a comparison. */
export interface Side<T> {
  item: T;
  path: string;
}

/** What became of a page or file; at least one side is there. */
export interface Change<T> {
  id: string;
  before: Side<T> | undefined;
  after: Side<T> | undefined;
}

/** Two states of a space's content, and what may differ between them. */
export interface Comparison {
  before: View;
  after: View;
  pages: Change<Page>[];
  files: Change<File>[];
}

/**
 * What a revision changed: one of the primary content against the one before it, one of a change request against
 * the primary content that it lies over.
 */
export function changesOf(
  db: Database,
  revision: Pick<Revision, 'space' | 'line' | 'seq' | 'base_seq'>,
): Comparison {
  const after = viewAt(revision as Revision);
  const { line, seq } = revision;
  const before: View = {
    space: revision.space,
    overlay: null,
    base: after.overlay ? after.base : { line, seq: seq - 1 },
  };
  const touched = (table: 'page' | 'file') =>
    after.overlay ? inLayer(db, table, line, seq) : writtenAt(db, table, line, seq);
  return {
    before,
    after,
    pages: touched('page')
      .map((id) => changeOf(id, pageAt(db, before, id), pageAt(db, after, id)))
      .filter(({ before, after }) =>
        before ? !after || !samePage(before.item, after.item) : after,
      )
      .sort(byPath),
    files: touched('file')
      .map((id) => changeOf(id, fileAt(db, before, id), fileAt(db, after, id)))
      .filter(
        ({ before, after }) =>
          before?.item.blob !== after?.item.blob || before?.path !== after?.path,
      )
      .sort(byPath),
  };
}

/** The text of a page as its readers get it; empty where there is no page. */
export function textAt(db: Database, view: View, side: Side<Page> | undefined): string {
  if (!side) return '';
  return presentLinks({ db, view, page: side.item }, readDocument(db, side.item.document));
}

/** Ids of what a change request says at a revision of it. */
function inLayer(db: Database, table: 'page' | 'file', line: string, seq: number): string[] {
  const sql = `SELECT id FROM ${table} WHERE line = ? AND from_seq <= ? AND until > ?`;
  return db.all<{ id: string }>(sql, line, seq, seq).map(({ id }) => id);
}

/** Ids of what a revision of a line wrote or took away. */
function writtenAt(db: Database, table: 'page' | 'file', line: string, seq: number): string[] {
  const sql = `SELECT DISTINCT id FROM ${table} WHERE line = ? AND (from_seq = ? OR until = ?)`;
  return db.all<{ id: string }>(sql, line, seq, seq).map(({ id }) => id);
}

function changeOf<T>(
  id: string,
  before: Side<T> | undefined,
  after: Side<T> | undefined,
): Change<T> {
  return { id, before, after };
}

function pageAt(db: Database, view: View, id: string): Side<Page> | undefined {
  const item = pages.find(db, view, id);
  return item && { item, path: pathOf(db, view, item) };
}

function fileAt(db: Database, view: View, id: string): Side<File> | undefined {
  const item = files.find(db, view, id);
  return item && { item, path: item.name };
}

function byPath(left: Change<unknown>, right: Change<unknown>): number {
  const path = ({ before, after }: Change<unknown>) => after?.path ?? before?.path ?? '';
  return path(left) < path(right) ? -1 : 1;
}
