import { ApiError } from '../errors.ts';
import type { Services } from '../services/services.ts';
import type { Database } from '../store/database.ts';
import { writeEventually } from '../store/write-eventually.ts';
import { GitError } from './command.ts';
import { type ExportRequest, exportRepository } from './export.ts';
import { type ImportRequest, importRepository } from './import.ts';
import { repositoryName } from './remote.ts';
import type { GitRequest } from './request.ts';
import { completeRun, endRun, findSync, type GitOutcome, startRun } from './runs.ts';

const TIMEOUT_MS = 5 * 60_000;

/** What is kept of the repository once an operation was carried out. */
export interface SyncDetails {
  provider: string | undefined;
  url: string | undefined;
  /** When what asks for the operation happened; older operations than the last are skipped. */
  timestamp: string | undefined;
}

/** Starts an import in the background; 409 while another operation runs. */
export function startImport(
  db: Database,
  services: Services,
  request: ImportRequest,
  details: SyncDetails,
): void {
  start(db, services, 'import', request, details, async (signal) => {
    return await importRepository(request, services, signal);
  });
}

/** Starts an export in the background; 409 while another operation runs. */
export function startExport(
  db: Database,
  services: Services,
  request: ExportRequest,
  details: SyncDetails,
): void {
  start(db, services, 'export', request, details, async (signal) => {
    const outcome = await exportRepository(db, request, services, signal);
    return () => outcome;
  });
}

function start(
  db: Database,
  services: Services,
  operation: 'import' | 'export',
  request: GitRequest,
  details: SyncDetails,
  work: (signal: AbortSignal) => Promise<(db: Database) => GitOutcome>,
): void {
  const { space, force } = request;
  const id = startRun(db, space, operation);
  const last = findSync(db, space);
  if (!force && isOlder(details.timestamp, last?.timestamp)) {
    endRun(db, id, 'skipped', `A newer operation, of ${last?.timestamp}, was carried out already`);
    return;
  }
  const sync = {
    space,
    repository: repositoryName(request.at),
    provider: details.provider ?? null,
    url: details.url ?? request.treeUrl ?? request.at.url,
    timestamp: details.timestamp ?? last?.timestamp ?? null,
  };
  services.background.start(async (stopping) => {
    try {
      const write = await work(AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]));
      db.write(() => completeRun(db, id, write(db), sync));
    } catch (error) {
      const known = error instanceof GitError || error instanceof ApiError;
      const reason = stopping.aborted ? 'The platform was stopped' : 'Internal error';
      const told = known && !stopping.aborted ? error.message : reason;
      await writeEventually(db, stopping, () => endRun(db, id, 'failed', told));
      if (!known) throw error;
    }
  });
}

function isOlder(timestamp: string | undefined, last: string | null | undefined): boolean {
  return timestamp !== undefined && !!last && Date.parse(timestamp) < Date.parse(last);
}
