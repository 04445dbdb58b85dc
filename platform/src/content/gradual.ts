import { setTimeout } from 'node:timers/promises';
import { ApiError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { inBatches } from '../store/in-batches.ts';
import { isOpen } from '../store/owners.ts';
import { settleFindings, waitFor } from '../workers/computed.ts';
import type { Layer } from './model.ts';
import { files, pages } from './tables.ts';

/** What a revision that is written in many transactions starts from. */
export interface Gradual {
  /** The revision that is written, the next one of its branch. */
  readonly layer: Layer;
  /** Branches besides its own to which nobody else writes meanwhile. */
  readonly alsoHeld?: readonly string[];
}

/** The steps of writing a revision. */
interface Steps<Start, Written, Out> {
  /** In one transaction. Calls `requireFree` for all branches; undefined: there is nothing to write. */
  begin: () => Start;
  /** Writes the content of the revision in transactions of its own. */
  write: (start: NonNullable<Start>) => Promise<Written>;
  /** Inserts the revision in one transaction, from which on it is seen. */
  commit: (start: NonNullable<Start>, written: Written) => Out;
}

interface HeldBranch {
  branch: string;
  /** The revision that is being written; null: the branch is only not to be written to. */
  seq: number | null;
  owner: string;
}

/** How often to look whether another process is done with a branch. */
const LOOK_MS = 50;

/** The branches that this process holds, each with the end of that. */
const held = new WeakMap<Database, Map<string, Promise<void>>>();

/** Lets a request that is about to write to a branch wait, in `settleFindings`, until nobody else is writing to it. */
export function requireFree(db: Database, branch: string): void {
  const work = held.get(db)?.get(branch);
  if (work) waitFor(work);
  const sql = 'SELECT * FROM held_branch WHERE branch = ?';
  const other = db.get<HeldBranch>(sql, branch);
  if (!other) return;
  // What this process could not discard itself is left to the next writer.
  if (other.owner !== db.owner && isOpen(other.owner)) waitFor(setTimeout(LOOK_MS));
  discardNow(db, other);
}

/**
 * Writes a revision step by step, so that others are served in between: they do not see it before `commit`, and wait if
 * they write to the same branches. A failure leaves nothing of it.
 * @returns what `commit` returns; undefined if `begin` finds nothing to write.
 */
export async function writeGradually<Start extends Gradual | undefined, Written, Out>(
  db: Database,
  { begin, write, commit }: Steps<Start, Written, Out>,
): Promise<Out | Extract<Start, undefined>> {
  const begun = await settleFindings(() => {
    const start = db.write(() => {
      const start = begin();
      if (start) announce(db, start);
      return start;
    });
    return start ? { start, release: hold(db, start) } : start;
  });
  if (!begun) return begun as Extract<Start, undefined>;
  const { start, release } = begun as { start: NonNullable<Start>; release: () => void };
  try {
    const written = await write(start);
    return await settleFindings(() =>
      db.write(() => {
        endHold(db, start);
        return commit(start, written);
      }),
    );
  } finally {
    try {
      await discard(db, start);
    } finally {
      release();
    }
  }
}

/** Removes what is left of revisions whose writers ended before they were complete. */
export function discardInterrupted(
  db: Database,
  hasEnded = (owner: string): boolean => !isOpen(owner),
): void {
  for (const row of db.all<HeldBranch>('SELECT * FROM held_branch')) {
    if (hasEnded(row.owner)) db.write(() => discardNow(db, row));
  }
}

/** Removes what was written, unless it is committed. */
async function discard(db: Database, start: Gradual): Promise<void> {
  if (!isHeld(db, start.layer.branch)) return;
  for (const table of [pages, files]) {
    const ids = table.idsChangedIn(db, start.layer);
    await inBatches(db, ids, undefined, (id) => table.undo(db, start.layer, id));
  }
  db.write(() => {
    for (const branch of branchesOf(start)) endHoldOf(db, branch);
  });
}

function discardNow(db: Database, { branch, seq }: HeldBranch): void {
  if (seq !== null) {
    for (const table of [pages, files]) {
      for (const id of table.idsChangedIn(db, { branch, seq })) table.undo(db, { branch, seq }, id);
    }
  }
  db.run('DELETE FROM held_branch WHERE branch = ?', branch);
}

function hold(db: Database, start: Gradual): () => void {
  const branches = held.get(db) ?? new Map<string, Promise<void>>();
  held.set(db, branches);
  let resolve = () => {};
  const work = new Promise<void>((settle) => {
    resolve = settle;
  });
  for (const branch of branchesOf(start)) branches.set(branch, work);
  return () => {
    for (const branch of branchesOf(start)) branches.delete(branch);
    resolve();
  };
}

function branchesOf({ layer, alsoHeld = [] }: Gradual): string[] {
  return [layer.branch, ...alsoHeld];
}

function announce(db: Database, start: Gradual): void {
  const { branch: written, seq } = start.layer;
  for (const branch of branchesOf(start)) {
    const row = [branch, branch === written ? seq : null, db.owner] as const;
    db.run('INSERT INTO held_branch VALUES (?, ?, ?)', ...row);
  }
}

function isHeld(db: Database, branch: string): boolean {
  const sql = 'SELECT 1 FROM held_branch WHERE branch = ? AND owner = ?';
  return db.get(sql, branch, db.owner) !== undefined;
}

/** Another process that takes this one for ended removes what it wrote. */
function endHold(db: Database, start: Gradual): void {
  for (const branch of branchesOf(start)) {
    if (endHoldOf(db, branch) === 0) {
      throw new ApiError(503, 'Another process interrupted this; try again', {
        'retry-after': '1',
      });
    }
  }
}

function endHoldOf(db: Database, branch: string): number {
  return db.run('DELETE FROM held_branch WHERE branch = ? AND owner = ?', branch, db.owner);
}
