import { findChangeRequest } from '../content/change-requests.ts';
import type { Actor } from '../content/draft.ts';
import { ApiError, conflict, notFound, reasonOf } from '../errors.ts';
import { withoutSecrets } from '../runtime/outbound.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { INTERRUPTED, isOpen } from '../store/owners.ts';
import { insertRow, updateRow } from '../store/rows.ts';
import { writeEventually } from '../store/write-eventually.ts';
import { type ImportOutcome, type ImportWork, importInto, type LoadedContent } from './into.ts';
import { loadSource, pagesOf } from './load.ts';
import type { ImportedPage, ImportRunRow } from './schema.ts';

/** The source and target of an import. */
export interface NewRun {
  organization: string;
  space: string;
  changeRequest?: string;
  page?: string;
  site?: string;
  url: string;
}

/** Starts an import of a website in the background. */
export function startImportRun(
  db: Database,
  runtime: Runtime,
  actor: Actor,
  given: NewRun,
): ImportRunRow {
  const id = actor.newId();
  insertRow(db, 'import_run', {
    id,
    organization: given.organization,
    space: given.space,
    change_request: given.changeRequest ?? null,
    page: given.page ?? null,
    site: given.site ?? null,
    source: JSON.stringify({ type: 'website', url: withoutSecrets(given.url) }),
    status: 'pending',
    owner: db.owner,
    created_by: actor.user,
    created_at: actor.at,
    updated_at: actor.at,
  });
  runtime.background.start((signal) => run(db, runtime, given.url, id, signal), id);
  return findImportRun(db, given.organization, id);
}

/** The import of that organization; 404 otherwise. */
export function findImportRun(db: Database, organization: string, id: string): ImportRunRow {
  const sql = 'SELECT * FROM import_run WHERE organization = ? AND id = ?';
  const row = db.get<ImportRunRow>(sql, organization, id);
  if (!row) throw notFound('Import');
  return row;
}

export function isActive({ status }: ImportRunRow): boolean {
  return status === 'pending' || status === 'in-progress';
}

/** Cancels an import before it has written anything. */
export function cancelImportRun(db: Database, runtime: Runtime, { id }: ImportRunRow): void {
  end(db, id, { status: 'cancelled' });
  runtime.background.cancel(id);
}

/** Marks imports of platforms that stopped as failed. */
export function endInterruptedImports(db: Database): void {
  const sql = "SELECT id, owner FROM import_run WHERE status IN ('pending', 'in-progress')";
  for (const { id, owner } of db.all<Pick<ImportRunRow, 'id' | 'owner'>>(sql)) {
    if (owner === null || !isOpen(owner)) end(db, id, { status: 'failed', reason: INTERRUPTED });
  }
}

async function run(
  db: Database,
  runtime: Runtime,
  url: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const started_at = new Date().toISOString();
  db.write(() =>
    updateRow(db, 'import_run', id, { status: 'in-progress', started_at, updated_at: started_at }),
  );
  try {
    const { files } = await loadSource('website', url, runtime.mayAsk, signal);
    const loaded = { url, files, pages: await pagesOf(files, signal) };
    await importInto(db, workOf(db, id, loaded, signal), loaded);
    await runtime.indexed();
  } catch (error) {
    const known = error instanceof ApiError;
    const reason = known ? reasonOf(error.message) : 'Internal error';
    await writeEventually(db, signal, () => {
      if (isActive(rowOf(db, id))) {
        end(db, id, { status: 'failed', reason: signal.aborted ? INTERRUPTED : reason });
      }
    });
    if (!known) throw error;
  }
}

/** An import that is cancelled in the meantime writes nothing. */
function workOf(db: Database, id: string, loaded: LoadedContent, signal: AbortSignal): ImportWork {
  const actor = { user: rowOf(db, id).created_by, at: new Date().toISOString(), newId };
  const open = () => {
    const row = rowOf(db, id);
    if (!isActive(row)) throw conflict(`The import is ${row.status}`);
    const { space, change_request: request, page } = row;
    if (!db.get('SELECT 1 FROM space WHERE id = ? AND deleted_at IS NULL', space)) {
      throw notFound('Space');
    }
    const changeRequest = request === null ? undefined : findChangeRequest(db, space, request);
    return { space, changeRequest, page: page ?? undefined };
  };
  const complete = ({ ids }: ImportOutcome) =>
    end(db, id, { status: 'completed', pages: JSON.stringify(importedPages(loaded, ids)) });
  return { actor, open, complete, signal };
}

function importedPages(
  { pages, files }: LoadedContent,
  ids: ReadonlyMap<string, string>,
): ImportedPage[] {
  const urls = new Map(files.map(({ path, url }) => [path, url]));
  return pages.map(({ key, type }) => {
    const sourceURL = urls.get(key);
    return {
      id: ids.get(key) ?? '',
      ...(sourceURL !== undefined && { sourceURL }),
      type: type === 'group' ? 'folder' : 'page',
      status: 'complete',
    };
  });
}

function end(
  db: Database,
  id: string,
  columns: Pick<ImportRunRow, 'status'> & { reason?: string; pages?: string },
): void {
  const now = new Date().toISOString();
  updateRow(db, 'import_run', id, { ...columns, completed_at: now, updated_at: now });
}

function rowOf(db: Database, id: string): ImportRunRow {
  const row = db.get<ImportRunRow>('SELECT * FROM import_run WHERE id = ?', id);
  if (!row) throw new Error(`Import ${id} is at work and missing`);
  return row;
}
