import { ApiError } from '../errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Database } from '../store/database.ts';
import { writeEventually } from '../store/write-eventually.ts';
import { GitError } from './command.ts';
import { type ExportRequest, exportRepository } from './export.ts';
import { type ImportRequest, importRepository } from './import.ts';
import { repositoryName } from './remote.ts';
import type { GitRequest } from './request.ts';
import { type Complete, completeRun, endRun, findSync, startRun } from './runs.ts';

const TIMEOUT_MS = 5 * 60_000;

const LATE = `It took longer than ${TIMEOUT_MS / 60_000} minutes`;
const INTERNAL = 'Internal error';

/** What is stored about the repository after an operation. */
export interface SyncDetails {
  provider: string | undefined;
  url: string | undefined;
  /** Time of the event that requests the operation; operations older than the last one are skipped. */
  timestamp: string | undefined;
}

/** Starts an import in the background; 409 while another operation runs. */
export function startImport(
  db: Database,
  runtime: Runtime,
  request: ImportRequest,
  details: SyncDetails,
): void {
  start(db, runtime, 'import', request, details, async (signal, complete) => {
    await importRepository(db, request, runtime, signal, complete);
  });
}

/** Starts an export in the background; 409 while another operation runs. */
export function startExport(
  db: Database,
  runtime: Runtime,
  request: ExportRequest,
  details: SyncDetails,
): void {
  start(db, runtime, 'export', request, details, async (signal, complete) => {
    await exportRepository(db, request, runtime, signal, complete);
  });
}

function start(
  db: Database,
  runtime: Runtime,
  operation: 'import' | 'export',
  request: GitRequest,
  details: SyncDetails,
  work: (signal: AbortSignal, complete: Complete) => Promise<void>,
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
  runtime.background.start(async (stopping) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const signal = AbortSignal.any([stopping, timeout]);
      await work(signal, (outcome) => completeRun(db, id, outcome, sync));
    } catch (error) {
      const known = error instanceof GitError || error instanceof ApiError;
      const isLate = timeout.aborted && !stopping.aborted;
      const reason = stopping.aborted ? 'The platform was stopped' : isLate ? LATE : INTERNAL;
      const told = known && !stopping.aborted ? error.message : reason;
      await writeEventually(db, stopping, () => endRun(db, id, 'failed', told));
      if (!known && reason === INTERNAL) throw error;
    }
  });
}

function isOlder(timestamp: string | undefined, last: string | null | undefined): boolean {
  return timestamp !== undefined && !!last && Date.parse(timestamp) < Date.parse(last);
}
