import { resolvePath } from '@docs-platform-mcp/markdown/repository';
import { unprocessable } from '../errors.ts';
import { MAX_FETCH_BYTES } from '../runtime/outbound.ts';
import type { SourceFile } from './source-file.ts';

const MAX_FILES = 5000;

/**
 * The files of a zip archive, without hidden ones and without a common top folder. Throws 422 if it is not an archive
 * or contains more than `MAX_FETCH_BYTES`.
 */
export async function unzip(archive: Uint8Array): Promise<SourceFile[]> {
  const entries = await unpack(
    archive,
    (name) => !/(^|\/)(\.(?!gitbook\/)|__MACOSX\/)|\/$/.test(name),
  );
  const files = Object.entries(entries).flatMap(([name, bytes]) => {
    const path = resolvePath('', name.replaceAll('\\', '/').replaceAll('%', '%25'));
    return path === undefined || path === '' ? [] : [{ path, bytes }];
  });
  files.sort((left, right) => (left.path < right.path ? -1 : 1));
  const folder = files[0]?.path.split('/')[0] ?? '';
  const wrapped = files.every(({ path }) => path.startsWith(`${folder}/`));
  return wrapped
    ? files.map(({ path, bytes }) => ({ path: path.slice(folder.length + 1), bytes }))
    : files;
}

/** Refuses an archive that would unpack to more than the limit, before unpacking anything. */
export async function checkArchive(archive: Uint8Array): Promise<void> {
  await unpack(archive, () => false);
}

async function unpack(
  archive: Uint8Array,
  isSelected: (name: string) => boolean,
): Promise<Record<string, Uint8Array>> {
  const { unzipSync } = await import('fflate');
  let size = 0;
  let count = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    size += originalSize;
    count += 1;
    if (size > MAX_FETCH_BYTES || count > MAX_FILES) {
      throw unprocessable(
        `The archive holds more than ${MAX_FETCH_BYTES} bytes or ${MAX_FILES} files`,
      );
    }
    return isSelected(name);
  };
  try {
    return unzipSync(archive, { filter });
  } catch (error) {
    if (error instanceof Error && error.name === 'ApiError') throw error;
    throw unprocessable('The archive is damaged or not a zip archive');
  }
}
