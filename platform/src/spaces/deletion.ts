import type { Database } from '../store/database.ts';
import { updateRow } from '../store/rows.ts';
import type { SpaceRow } from './schema.ts';

/** How long a deleted space can be restored. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Marks a space as deleted until it is restored. */
export function deleteSpace(db: Database, id: string, at: string): void {
  updateRow(db, 'space', id, { deleted_at: at });
}

/** Restores a space to its former place. */
export function restoreSpace(db: Database, id: string): void {
  updateRow(db, 'space', id, { deleted_at: null });
}

/** Whether a space is not deleted, or can still be restored. */
export function isRestorable({ deleted_at: at }: SpaceRow, now: number): boolean {
  return at === null || now - Date.parse(at) < KEPT_MS;
}

/** Whether a site shows the space. */
export function isOnSite(db: Database, id: string): boolean {
  return db.get('SELECT 1 FROM site_space WHERE space = ?', id) !== undefined;
}
