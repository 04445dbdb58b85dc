import { conflict, reasonOf } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { INTERRUPTED, isOpen } from '../store/owners.ts';

export type GitOperation = 'import' | 'export';

/** The last operation started on a space. */
export interface GitRun {
  space: string;
  id: string;
  operation: GitOperation;
  /** `skipped`: it came after a newer one. */
  status: 'running' | 'complete' | 'failed' | 'skipped';
  error: string | null;
  revision: string | null;
  commit_id: string | null;
  commit_url: string | null;
  started_at: string;
  finished_at: string | null;
  /** Who runs it. */
  owner: string | null;
}

/** The repository a space was last synchronised with. */
export interface GitSync {
  space: string;
  repository: string;
  provider: string | null;
  /** The repository's address for people. */
  url: string;
  /** Time of the event that triggered the last operation. */
  timestamp: string | null;
  updated_at: string;
}

/** The outcome of an operation. */
export interface GitOutcome {
  revision: string;
  commit: string;
  commitUrl: string | null;
}

/** Records the outcome of an operation in the transaction that publishes it. */
export type Complete = (outcome: GitOutcome) => void;

export function findSync(db: Database, space: string): GitSync | undefined {
  return db.get<GitSync>('SELECT * FROM git_sync WHERE space = ?', space);
}

export function findGitRun(db: Database, space: string): GitRun | undefined {
  return db.get<GitRun>('SELECT * FROM git_run WHERE space = ?', space);
}

/** Whether somebody is at work on it, maybe in another process on the same data. */
function isRunning({ status, owner }: GitRun): boolean {
  return status === 'running' && owner !== null && isOpen(owner);
}

/** Records the start of an operation; 409 while another is running. */
export function startRun(db: Database, space: string, operation: GitOperation): string {
  const running = findGitRun(db, space);
  if (running && isRunning(running)) {
    throw conflict(
      `A Git ${running.operation} of this space is running; wait until git/info shows its outcome`,
    );
  }
  const id = newId();
  db.run(
    `INSERT OR REPLACE INTO git_run (space, id, operation, status, started_at, owner) VALUES (?, ?, ?, 'running', ?, ?)`,
    space,
    id,
    operation,
    new Date().toISOString(),
    db.owner,
  );
  return id;
}

/** Ends an operation that changed nothing. */
export function endRun(
  db: Database,
  id: string,
  status: 'failed' | 'skipped',
  error: string,
): void {
  db.run(
    'UPDATE git_run SET status = ?, error = ?, finished_at = ? WHERE id = ?',
    status,
    reasonOf(error),
    new Date().toISOString(),
    id,
  );
}

/** Records what an operation published. It runs on until search finds that. */
export function publishRun(
  db: Database,
  id: string,
  outcome: GitOutcome,
  sync: Omit<GitSync, 'updated_at'>,
): void {
  const now = new Date().toISOString();
  db.run(
    'UPDATE git_run SET revision = ?, commit_id = ?, commit_url = ? WHERE id = ?',
    outcome.revision,
    outcome.commit,
    outcome.commitUrl,
    id,
  );
  db.run(
    'INSERT OR REPLACE INTO git_sync VALUES (?, ?, ?, ?, ?, ?)',
    sync.space,
    sync.repository,
    sync.provider,
    sync.url,
    sync.timestamp,
    now,
  );
}

/** Ends an operation that has published its outcome. */
export function completeRun(db: Database, id: string): void {
  const sql = `UPDATE git_run SET status = 'complete', finished_at = ? WHERE id = ?`;
  db.run(sql, new Date().toISOString(), id);
}

/** Ends operations of platforms that stopped. They cannot resume, because credentials are not stored. */
export function endInterruptedRuns(db: Database): void {
  const sql = "SELECT * FROM git_run WHERE status = 'running'";
  for (const run of db.all<GitRun>(sql)) {
    if (isRunning(run)) continue;
    if (run.revision !== null) completeRun(db, run.id);
    else endRun(db, run.id, 'failed', INTERRUPTED);
  }
}
