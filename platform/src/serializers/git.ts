import { findGitRun, findSync } from '../git/runs.ts';
import type { Database } from '../store/database.ts';
import { present } from './context.ts';

/** The repository that a space is synchronised with; undefined if there is none. */
export function gitSyncObject(db: Database, space: string) {
  const sync = findSync(db, space);
  return (
    sync && {
      repoName: sync.repository,
      ...present({ installationProvider: sync.provider }),
      url: sync.url,
      updatedAt: sync.updated_at,
    }
  );
}

/**
 * The repository that a space is synchronised with, and the state of the last operation: imports and exports continue
 * after their request was answered. Undefined if there was none.
 */
export function gitInfoObject(db: Database, space: string) {
  const run = findGitRun(db, space);
  return (
    run && {
      ...gitSyncObject(db, space),
      lastOperation: {
        type: run.operation,
        status: run.status,
        startedAt: run.started_at,
        ...present({
          finishedAt: run.finished_at,
          error: run.error,
          revision: run.revision,
          commit: run.commit_id,
          commitURL: run.commit_url,
        }),
      },
    }
  );
}
