import { readBlob } from '../content/blobs.ts';
import { HttpReply } from '../http/reply.ts';
import { findExport } from '../pdf/exports.ts';
import type { Database } from '../store/database.ts';

/**
 * Files, OpenAPI documents and PDFs under unguessable addresses without a token, as the API returns them. Undefined for
 * any other path.
 */
export function download(db: Database, path: string): HttpReply | undefined {
  const [, kind, key = ''] = /^\/(files|openapi|pdf)\/(\w+)\/[^/]+$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  return db.read(() => {
    if (kind === 'pdf') return pdf(findExport(db, key));
    const blob = readBlob(db, kind === 'files' ? key : blobOfVersion(db, key));
    return blob && HttpReply.bytes(blob.bytes, blob.content_type);
  });
}

function pdf(bytes: Uint8Array | undefined): HttpReply | undefined {
  return bytes && HttpReply.attachment(bytes, 'application/pdf');
}

function blobOfVersion(db: Database, version: string): string {
  const sql = 'SELECT blob FROM openapi_version WHERE id = ?';
  return db.get<{ blob: string }>(sql, version)?.blob ?? '';
}
