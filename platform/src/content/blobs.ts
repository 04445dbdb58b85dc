import { webcrypto } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { ApiError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { sha256 } from '../store/ids.ts';

export interface Blob {
  content_type: string;
  bytes: Uint8Array;
}

/** Stores bytes under their hash, once. */
export function saveBlob(db: Database, bytes: Uint8Array, contentType: string): string {
  const hash = sha256(bytes);
  db.run('INSERT OR IGNORE INTO blob VALUES (?, ?, ?)', hash, contentType, bytes);
  return hash;
}

/** Size of each part, except the last, of a content that is stored in parts. */
export const PART_BYTES = 4 * 1024 * 1024;

/** Like `saveBlob`, for contents of any size: yields to other work between the parts of a large one. */
export async function saveLargeBlob(
  db: Database,
  bytes: Uint8Array,
  contentType: string,
): Promise<string> {
  if (bytes.byteLength <= PART_BYTES) return saveBlob(db, bytes, contentType);
  const hash = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
  if (db.get('SELECT 1 FROM blob WHERE hash = ?', hash)) return hash;
  const [first, ...others] = partsOf(bytes);
  for (const [index, part] of others.entries()) {
    db.run('INSERT OR REPLACE INTO blob_part VALUES (?, ?, ?)', hash, index + 1, part);
    await setImmediate();
  }
  // The content exists once its first part does.
  db.run('INSERT OR IGNORE INTO blob VALUES (?, ?, ?)', hash, contentType, first ?? bytes);
  return hash;
}

function partsOf(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.byteLength / PART_BYTES) }, (_, index) =>
    bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES),
  );
}

export function readBlob(db: Database, hash: string): Blob | undefined {
  const sql = 'SELECT content_type, bytes FROM blob WHERE hash = ?';
  const row = db.get<{ content_type: string; bytes: ArrayBuffer }>(sql, hash);
  if (!row) return undefined;
  const first = new Uint8Array(row.bytes);
  // Content of another size was stored as a whole, whatever chunks exist of it.
  if (first.byteLength !== PART_BYTES) return { content_type: row.content_type, bytes: first };
  const others = db.all<{ bytes: ArrayBuffer }>(
    'SELECT bytes FROM blob_part WHERE hash = ? ORDER BY place',
    hash,
  );
  const bytes = Buffer.concat([first, ...others.map(({ bytes }) => new Uint8Array(bytes))]);
  return { content_type: row.content_type, bytes };
}

/**
 * The content of a file that is written elsewhere, where an empty one would pass for it.
 * @throws {ApiError} 500 if it is missing.
 */
export function requireContent(db: Database, hash: string, path: string): Uint8Array {
  const blob = readBlob(db, hash);
  if (blob) return blob.bytes;
  throw new ApiError(500, `The content of ${path} is missing from the database; upload it again`);
}
