import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';

const LIFETIME_MS = 60 * 60 * 1000;

/** Keeps a document for an hour; gives the key under which it is found, which cannot be guessed. */
export function keepExport(db: Database, bytes: Uint8Array): string {
  const now = Date.now();
  const key = newId() + newId();
  db.write(() => {
    db.run('DELETE FROM pdf_export WHERE expires_at <= ?', new Date(now).toISOString());
    const expiry = new Date(now + LIFETIME_MS).toISOString();
    db.run('INSERT INTO pdf_export VALUES (?, ?, ?)', key, bytes, expiry);
  });
  return key;
}

/** The document of a key; undefined once it expired. */
export function findExport(db: Database, key: string): Uint8Array | undefined {
  const row = db.get<{ bytes: ArrayBuffer }>(
    'SELECT bytes FROM pdf_export WHERE key = ? AND expires_at > ?',
    key,
    new Date().toISOString(),
  );
  return row && new Uint8Array(row.bytes);
}
