import { readBlob } from '../content/blobs.ts';
import { Reply } from '../http/reply.ts';
import type { Database } from '../store/database.ts';

/**
 * Files and OpenAPI documents under addresses that cannot be guessed and need no token, as the API hands them
 * out. Undefined for any other path.
 */
export function download(db: Database, path: string): Reply | undefined {
  const [, kind, key = ''] = /^\/(files|openapi)\/(\w+)\/[^/]+$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  return db.read(() => {
    const blob = readBlob(db, kind === 'files' ? key : blobOfVersion(db, key));
    return blob && Reply.bytes(blob.bytes, blob.content_type);
  });
}

function blobOfVersion(db: Database, version: string): string {
  const sql = 'SELECT blob FROM openapi_version WHERE id = ?';
  return db.get<{ blob: string }>(sql, version)?.blob ?? '';
}
