import { findGitRun, findSync } from '../git/runs.ts';
import type { Database } from '../store/database.ts';
import { present } from './context.ts';

/** What a space is synchronised with; undefined while it never was. */
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
 * What a space is synchronised with, and how the operation that was last started went: imports and exports run on
 * after they were answered. Undefined while there was none.
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
