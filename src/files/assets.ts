import { assetPath } from '@docs-platform-mcp/markdown/repository';
import { PlatformError } from '../client/index.ts';
import type { OnDone } from './bodies.ts';
import { hashOf } from './folder.ts';
import type { Remote, RemoteFile, SpaceApi } from './remote.ts';
import type { CommonBase, FileRecord } from './state.ts';
import type { FileWrite, Store } from './store.ts';

/** Maximum bytes of a downloaded file; a larger one stays on the platform. */
const MAX_BYTES = 50_000_000;

/** Maximum number of files in memory at a time. */
const AT_ONCE = 4;

/** Why a file is not downloaded. */
const UNFETCHED: Partial<Record<PlatformError['kind'], string>> = {
  too_large: 'is too large to be fetched',
  invalid_request: 'is kept where this program does not go',
};

/** The files of a space as the folder should have them. */
export interface FetchedFiles {
  records: FileRecord[];
  writes: FileWrite[];
  notes: string[];
}

/** Downloads new files. Removes those that no longer exist on the platform, unless they were changed locally. */
export async function downloadAssets(
  platform: SpaceApi,
  remote: Remote,
  side: CommonBase,
  { store, taken, onDone }: { store: Store; taken: Set<string>; onDone?: OnDone },
): Promise<FetchedFiles> {
  const known = new Map(side.files.map((file) => [file.id, file]));
  const found = new Map<string, FileRecord>();
  const fetched: FetchedFiles = { records: [], writes: [], notes: [] };
  const missing = remote.files.filter(({ id }) => {
    const record = known.get(id);
    return record?.path === undefined && !record?.left;
  });
  // Before any download: which of two files with the same name gets the plain path must not depend on timing.
  const paths = new Map(missing.map((file) => [file.id, assetPath(file, taken)]));
  let done = 0;
  const fetchOne = async (file: RemoteFile): Promise<void> => {
    const { id, name, size } = file;
    const record: FileRecord = { id, name, ...(size !== undefined && { size }) };
    found.set(id, record);
    const bytes = await bytesOf(platform, file, fetched.notes);
    done += 1;
    onDone?.(done, missing.length);
    if (!bytes) return;
    const path = paths.get(id) as string;
    await store.put(bytes);
    fetched.writes.push({ path, content: bytes, before: undefined });
    found.set(id, { ...record, size: bytes.length, path, hash: hashOf(bytes) });
  };
  const queue = [...missing];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let file = queue.shift(); file; file = queue.shift()) await fetchOne(file);
    }),
  );
  fetched.records = remote.files.map(
    (file) => found.get(file.id) ?? (known.get(file.id) as FileRecord),
  );
  const present = new Set(remote.files.map(({ id }) => id));
  for (const { id, path, hash } of side.files) {
    if (present.has(id) || path === undefined) continue;
    fetched.writes.push({ path, content: undefined, before: hash });
  }
  return fetched;
}

async function bytesOf(
  platform: SpaceApi,
  file: RemoteFile,
  notes: string[],
): Promise<Buffer | undefined> {
  try {
    if ((file.size ?? 0) > MAX_BYTES)
      return void notes.push(
        `${file.name} is too large to be fetched; pages keep their links to it.`,
      );
    return await platform.download(file, MAX_BYTES);
  } catch (error) {
    const why = error instanceof PlatformError ? UNFETCHED[error.kind] : undefined;
    if (why === undefined) throw error;
    return void notes.push(`${file.name} ${why}; pages keep their links to it.`);
  }
}
