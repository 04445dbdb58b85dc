import { createHash } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { inWorker } from '../workers/pool.ts';
import { task } from '../workers/task.ts';
import type { PdfInput } from './render.ts';

export const WRITE_PDF = task<PdfInput, Uint8Array>('writePdf');

const LIFETIME_MS = 60 * 60 * 1000;

/** Maximum total size of a user's documents; the newest one is kept in any case. */
const MAX_DOCUMENTS = 20;
const MAX_BYTES = 32 * 1024 * 1024;

/** 500 pages take most of a minute on a slow machine. */
const TIME_LIMIT_MS = 240_000;

/**
 * Writes a document and keeps it for an hour, or keeps the same one for longer; returns its unguessable key.
 * @throws {ApiError} 422 if it takes too much time or memory.
 */
export async function exportOnce(db: Database, user: string, input: PdfInput): Promise<string> {
  const content = contentOf(input);
  const known = db.write(() => renew(db, user, content));
  if (known !== undefined) return known;
  const bytes = await inWorker(WRITE_PDF, input, { timeLimit: TIME_LIMIT_MS });
  return db.write(() => renew(db, user, content) ?? keep(db, user, content, bytes));
}

/** The document of a key; undefined once it has expired. */
export function findExport(db: Database, key: string): Uint8Array | undefined {
  const row = db.get<{ bytes: ArrayBuffer }>(
    'SELECT bytes FROM pdf_export WHERE key = ? AND expires_at > ?',
    key,
    new Date().toISOString(),
  );
  return row && new Uint8Array(row.bytes);
}

function renew(db: Database, user: string, content: string): string | undefined {
  db.run('DELETE FROM pdf_export WHERE expires_at <= ?', new Date().toISOString());
  return db.get<{ key: string }>(
    'UPDATE pdf_export SET expires_at = ? WHERE user = ? AND content = ? RETURNING key',
    expiry(),
    user,
    content,
  )?.key;
}

function keep(db: Database, user: string, content: string, bytes: Uint8Array): string {
  const key = newId() + newId();
  db.run('INSERT INTO pdf_export VALUES (?, ?, ?, ?, ?)', key, user, content, bytes, expiry());
  const kept = db.all<{ key: string; size: number }>(
    'SELECT key, length(bytes) AS size FROM pdf_export WHERE user = ? ORDER BY expires_at DESC, rowid DESC',
    user,
  );
  let size = 0;
  for (const [place, old] of kept.entries()) {
    size += old.size;
    const isTooMuch = place > 0 && (place >= MAX_DOCUMENTS || size > MAX_BYTES);
    if (isTooMuch) db.run('DELETE FROM pdf_export WHERE key = ?', old.key);
  }
  return key;
}

function expiry(): string {
  return new Date(Date.now() + LIFETIME_MS).toISOString();
}

/** Identifies a document by everything that it depends on. */
function contentOf({ images, addresses, ...input }: PdfInput): string {
  const hash = createHash('sha256').update(JSON.stringify([input, [...addresses]]));
  for (const [id, bytes] of images) hash.update(id).update(bytes);
  return hash.digest('hex');
}
