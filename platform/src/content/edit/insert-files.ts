import { setImmediate } from 'node:timers/promises';
import { imageSize } from 'image-size';
import { unprocessable } from '../../errors.ts';
import type { Bytes } from '../../runtime/outbound.ts';
import type { Database } from '../../store/database.ts';
import { saveLargeBlob } from '../blobs.ts';
import { type ContentChange, type InsertFiles, MAX_INLINE_BYTES, type NewFile } from './changes.ts';
import type { Edit, StoredContent, StoredFiles } from './edit.ts';

/** Adds files to the change request. */
export function insertFiles(edit: Edit, { files }: InsertFiles): void {
  for (const given of files) {
    const { name, ref } = given;
    const content = edit.stored.get(given);
    if (!content) throw unprocessable(`${name}: its content was not stored`);
    const file = { id: edit.draft.actor.newId(), deleted: false, name, ...content };
    edit.label('files', ref, file.id);
    edit.draft.putFile(file);
    edit.files.push({ file, ...(ref !== undefined && { ref }) });
  }
}

/**
 * Stores the contents of all new files, and yields to others after each. A content that no file refers to, since the
 * edit failed, cannot be read.
 */
export async function storeFiles(
  db: Database,
  changes: readonly ContentChange[],
  fetched: ReadonlyMap<string, Bytes>,
): Promise<StoredFiles> {
  const stored = new Map<NewFile, StoredContent>();
  const given = changes.flatMap((change) =>
    change.operation === 'insert_files' ? change.files : [],
  );
  for (const file of given) {
    const { bytes, contentType } = contentOf(file, fetched);
    const type = file.contentType ?? contentType ?? 'application/octet-stream';
    stored.set(file, {
      contentType: type,
      size: bytes.byteLength,
      ...dimensionsOf(bytes, type),
      blob: await saveLargeBlob(db, bytes, type),
    });
    await setImmediate();
  }
  return stored;
}

/** Width and height of an image in pixels; null for anything else. */
export function dimensionsOf(
  bytes: Uint8Array,
  contentType: string,
): { width: number | null; height: number | null } {
  if (!contentType.startsWith('image/')) return { width: null, height: null };
  try {
    const { width, height } = imageSize(bytes);
    return { width: Math.round(width), height: Math.round(height) };
  } catch {
    // Not an image that can be measured, whatever its type claims: the file is kept without dimensions.
    return { width: null, height: null };
  }
}

function contentOf(file: NewFile, fetched: ReadonlyMap<string, Bytes>): Bytes {
  if (file.url !== undefined) {
    const found = fetched.get(file.url);
    if (!found) throw unprocessable(`${file.name}: ${file.url} was not fetched`);
    return found;
  }
  const bytes = Buffer.from(file.base64 ?? '', 'base64');
  if (bytes.byteLength > MAX_INLINE_BYTES) {
    throw unprocessable(`${file.name}: base64 may hold at most ${MAX_INLINE_BYTES} bytes; use url`);
  }
  return { bytes, contentType: undefined };
}
