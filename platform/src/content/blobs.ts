import type { Database } from '../store/database.ts';
import { sha256 } from '../store/ids.ts';

export interface Blob {
  content_type: string;
  bytes: Uint8Array;
}

/** Keeps bytes under their hash, once. */
export function saveBlob(db: Database, bytes: Uint8Array, contentType: string): string {
  const hash = sha256(bytes);
  db.run('INSERT OR IGNORE INTO blob VALUES (?, ?, ?)', hash, contentType, bytes);
  return hash;
}

export function readBlob(db: Database, hash: string): Blob | undefined {
  const sql = 'SELECT content_type, bytes FROM blob WHERE hash = ?';
  const row = db.get<{ content_type: string; bytes: ArrayBuffer }>(sql, hash);
  return row && { content_type: row.content_type, bytes: new Uint8Array(row.bytes) };
}
