import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { lookup as mediaTypeOf } from 'mrmime';
import type { Arguments } from '../../operations/index.ts';
import { quoted } from '../../text/index.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext } from '../tool.ts';
import type { PageEdit } from '../workflows/open-change-request/changes.ts';

/** The megabyte that the platform accepts inline, in its strictest interpretation. */
const MAX_BYTES = 1_000_000;

type InsertedFile = NonNullable<PageEdit['files']>[number] & { path?: string };

/** The folders that files may be read from. */
export interface LocalFiles {
  /** Folders that the operator allowed, as they were given. */
  folders: readonly string[];
}

/** Whether the changes of a call insert a file by its path. */
function namesLocalFiles({ changes }: Arguments): boolean {
  return (
    Array.isArray(changes) &&
    (changes as PageEdit[]).some(({ files }) =>
      files?.some((file: InsertedFile) => file.path !== undefined),
    )
  );
}

/**
 * The arguments with the content of each file that they name by its path.
 * @throws {Refusal} if a file is not below an allowed folder or cannot be inserted.
 */
export async function loadLocalFiles(
  args: Arguments,
  { folders }: LocalFiles,
  { roots }: Pick<CallContext, 'roots'>,
): Promise<Arguments> {
  if (!namesLocalFiles(args)) return args;
  const allowed = [...folders, ...((await roots?.()) ?? [])];
  if (allowed.length === 0) {
    throw new Refusal(
      'Nothing was sent. No folder is allowed for path: the operator has to start the server with --allow-files FOLDER, or the host has to offer its roots. Until then give url, or base64 with contentType.',
    );
  }
  const changes: PageEdit[] = [];
  for (const change of args.changes as PageEdit[]) {
    const files =
      change.files && (await Promise.all(change.files.map((file) => loadFile(file, allowed))));
    changes.push({ ...change, ...(files && { files }) });
  }
  return { ...args, changes };
}

async function loadFile(file: InsertedFile, allowed: readonly string[]): Promise<InsertedFile> {
  const { path, ...rest } = file;
  if (path === undefined) return file;
  const bytes = await readAllowed(path, allowed);
  return {
    ...rest,
    contentType: rest.contentType ?? mediaTypeOf(rest.name) ?? 'application/octet-stream',
    base64: bytes.toString('base64'),
  };
}

/**
 * The bytes of a file below one of these folders, once all symbolic links are resolved. A relative path is tried in
 * each folder in turn.
 * @throws {Refusal} for anything else; the refusal does not reveal whether a file outside of the folders exists.
 */
export async function readAllowed(path: string, allowed: readonly string[]): Promise<Buffer> {
  const refuse = (why: string) => new Refusal(`Nothing was sent. ${quoted(path)} ${why}.`);
  const folders = await existingFolders(allowed);
  const found = path.includes('\0') ? undefined : await locate(path, folders);
  if (!found) {
    throw refuse(
      `is not a file below an allowed folder (${allowed.map(quoted).join(', ')}); give another path, or ask the operator to allow its folder with --allow-files`,
    );
  }
  if (found.inside.split(sep).some((part) => part.startsWith('.') && part !== '.gitbook')) {
    throw refuse('is hidden, and hidden files and folders are never read: they may hold secrets');
  }
  // Non-blocking: opening a pipe would wait for a writer.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(found.real, flags).catch(() => undefined);
  if (!file) throw refuse('cannot be read by this server');
  try {
    const opened = await file.stat();
    // A folder of the path may have been replaced by a link since it was resolved.
    const again = await realpath(found.real).catch(() => undefined);
    const current = await stat(found.real).catch(() => undefined);
    if (again !== found.real || current?.ino !== opened.ino || current?.dev !== opened.dev) {
      throw refuse('changed while it was read; try again');
    }
    if (!opened.isFile()) throw refuse('is not a regular file');
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    const length = await readInto(file, bytes);
    if (length > MAX_BYTES) {
      throw refuse(
        `has more than ${MAX_BYTES} bytes, the limit of the platform: make it smaller, or give a url that it can be fetched from`,
      );
    }
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}

interface LocatedFile {
  /** Without symbolic links. */
  real: string;
  /** From the allowed folder. */
  inside: string;
}

async function locate(path: string, folders: readonly string[]): Promise<LocatedFile | undefined> {
  const candidates = isAbsolute(path) ? [path] : folders.map((folder) => join(folder, path));
  for (const candidate of candidates) {
    const real = await realpath(candidate).catch(() => undefined);
    if (real === undefined) continue;
    for (const folder of folders) {
      const inside = relative(folder, real);
      if (isBelow(inside)) return { real, inside };
    }
  }
  return undefined;
}

/** Whether a relative path stays below the folder that it starts from. */
function isBelow(inside: string): boolean {
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/** The folders that exist, without symbolic links. */
async function existingFolders(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return found.filter((folder) => folder !== undefined);
}

/** Reads until the buffer is full or the file ends; returns the number of bytes. */
async function readInto(file: Awaited<ReturnType<typeof open>>, into: Buffer): Promise<number> {
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(into, length, into.length - length);
    length += bytesRead;
    if (bytesRead === 0 || length === into.length) return length;
  }
}
