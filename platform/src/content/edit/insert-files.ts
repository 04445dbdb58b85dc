import { imageSize } from 'image-size';
import { unprocessable } from '../../errors.ts';
import type { Bytes } from '../../runtime/outbound.ts';
import { saveBlob } from '../blobs.ts';
import { type InsertFiles, MAX_INLINE_BYTES, type NewFile } from './changes.ts';
import type { Edit } from './edit.ts';

/** Adds files to the change request. */
export function insertFiles(edit: Edit, { files }: InsertFiles): void {
  const { db, actor } = edit.draft;
  for (const given of files) {
    const { bytes, contentType } = contentOf(edit, given);
    const id = actor.newId();
    const type = given.contentType ?? contentType ?? 'application/octet-stream';
    const file = {
      id,
      deleted: false,
      name: given.name,
      contentType: type,
      size: bytes.byteLength,
      ...dimensionsOf(bytes, type),
      blob: saveBlob(db, bytes, type),
    };
    edit.label('files', given.ref, id);
    edit.draft.putFile(file);
    edit.files.push({ file, ...(given.ref !== undefined && { ref: given.ref }) });
  }
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

function contentOf({ fetched }: Edit, file: NewFile): Bytes {
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
