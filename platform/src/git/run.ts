import { ApiError } from '../errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Database } from '../store/database.ts';
import { writeEventually } from '../store/write-eventually.ts';
import { GitError } from './command.ts';
import { exportRepository } from './export.ts';
import { importRepository } from './import.ts';
import { repositoryName } from './remote.ts';
import type { GitRequest } from './request.ts';
import { type Complete, completeRun, endRun, findSync, publishRun, startRun } from './runs.ts';

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

/** Carries out an operation. `complete` stores its outcome. */
type RunGitOperation<Request> = (
  db: Database,
  request: Request,
  runtime: Runtime,
  signal: AbortSignal,
  complete: Complete,
) => Promise<unknown>;

/** Starts an import in the background; 409 while another operation runs. */
export const startImport = starterOf('import', importRepository);

/** Starts an export in the background; 409 while another operation runs. */
export const startExport = starterOf('export', exportRepository);

function starterOf<Request extends GitRequest>(
  operation: 'import' | 'export',
  carryOut: RunGitOperation<Request>,
) {
  return (db: Database, runtime: Runtime, request: Request, details: SyncDetails): void => {
    const { space, force } = request;
    const id = startRun(db, space, operation);
    const last = findSync(db, space);
    if (!force && isOlder(details.timestamp, last?.timestamp)) {
      endRun(
        db,
        id,
        'skipped',
        `A newer operation, of ${last?.timestamp}, was carried out already`,
      );
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
        const complete: Complete = (outcome) => publishRun(db, id, outcome, sync);
        await carryOut(db, request, runtime, signal, complete);
        await runtime.indexed();
        await writeEventually(db, stopping, () => completeRun(db, id));
      } catch (error) {
        const known = error instanceof GitError || error instanceof ApiError;
        const isLate = timeout.aborted && !stopping.aborted;
        const reason = stopping.aborted ? 'The platform was stopped' : isLate ? LATE : INTERNAL;
        const message = known && !stopping.aborted ? error.message : reason;
        await writeEventually(db, stopping, () => endRun(db, id, 'failed', message));
        if (!known && reason === INTERNAL) throw error;
      }
    });
  };
}

function isOlder(timestamp: string | undefined, last: string | null | undefined): boolean {
  return timestamp !== undefined && !!last && Date.parse(timestamp) < Date.parse(last);
}
