import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises';
import { join, posix } from 'node:path';
import { FilesError } from './problem.ts';

/** Folder for this program's own files. */
export const PRIVATE = '.docs-platform';

/** Folder for contents by their hash. What a killed program leaves there is removed with those that are not needed. */
export const OBJECTS = `${PRIVATE}/objects`;

/** Folder for the files that pages show. */
export const ASSETS = '.gitbook/assets/';

/** Larger markdown files are not read. */
const MAX_PAGE_BYTES = 5_000_000;

/** A folder with more files than this is not documentation. */
const MAX_FILES = 50_000;

/** A file of the folder. */
export interface FoundFile {
  /** Relative to the folder, with slashes. */
  path: string;
  size: number;
}

/** The contents of the folder, and what is ignored. */
export interface FolderListing {
  files: FoundFile[];
  /** Paths of symbolic links, which are not followed. */
  links: string[];
}

/**
 * A folder whose files are not trusted. Symbolic links below it are never followed, for reads or writes, and no path
 * leads out of it.
 */
export class Folder {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  /** Creates the folder if it does not exist. */
  static async make(path: string): Promise<Folder> {
    await mkdir(path, { recursive: true });
    return Folder.open(path);
  }

  /** @throws {FilesError} if the folder does not exist. */
  static async open(path: string): Promise<Folder> {
    const root = await realpath(path).catch(absent);
    const found = root === undefined ? undefined : await lstat(root);
    if (root === undefined || !found?.isDirectory()) {
      throw new FilesError(`${path} is not a folder.`);
    }
    return new Folder(root);
  }

  /** The files that may belong to a space: markdown outside of hidden folders, and assets. */
  async list(): Promise<FolderListing> {
    const listing: FolderListing = { files: [], links: [] };
    await this.#walk('', listing);
    listing.files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return listing;
  }

  /** Whether the folder is empty apart from hidden files. */
  async isEmpty(): Promise<boolean> {
    for await (const { name } of await opendir(this.root)) if (!name.startsWith('.')) return false;
    return true;
  }

  /** The bytes of a file; undefined where there is none. @throws {FilesError} for a link or a file that is too large. */
  async read(path: string, maxBytes = MAX_PAGE_BYTES): Promise<Buffer | undefined> {
    const target = await this.#safe(path);
    if (target === undefined) return undefined;
    const file = await open(target, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(absent);
    if (!file) return undefined;
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new FilesError(`${path} is not a file.`);
      if (found.size > maxBytes) {
        throw new FilesError(`${path} has ${found.size} bytes; at most ${maxBytes} are read.`);
      }
      return await file.readFile();
    } finally {
      await file.close();
    }
  }

  /** Writes a file atomically. */
  async write(path: string, bytes: Uint8Array | string): Promise<void> {
    const target = await this.#safe(path, true);
    if (target === undefined) throw new FilesError(`${path} cannot be written.`);
    const partial = await this.#safe(`${OBJECTS}/${randomUUID()}.partial`, true);
    if (partial === undefined) throw new FilesError(`${OBJECTS} cannot be written.`);
    try {
      await writeFile(partial, bytes, { flag: 'wx', flush: true });
      await rename(partial, target);
    } finally {
      await rm(partial, { force: true });
    }
  }

  /** Removes a file, and folders that become empty. */
  async remove(path: string): Promise<void> {
    const target = await this.#safe(path);
    if (target === undefined) return;
    await rm(target, { force: true });
    for (let at = posix.dirname(path); at !== '.'; at = posix.dirname(at)) {
      const isGone = await rmdir(join(this.root, at)).then(
        () => true,
        () => false,
      );
      if (!isGone) return;
    }
  }

  /** Names of the entries in a subfolder; none if it does not exist. */
  async names(path: string): Promise<string[]> {
    const target = await this.#safe(path);
    return target === undefined ? [] : ((await readdir(target).catch(absent)) ?? []);
  }

  async #walk(folder: string, listing: FolderListing): Promise<void> {
    for await (const entry of await opendir(join(this.root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!mayBelong(path, entry.isDirectory())) continue;
      if (entry.isSymbolicLink()) listing.links.push(path);
      else if (entry.isDirectory()) await this.#walk(path, listing);
      else if (entry.isFile()) {
        const { size } = await lstat(join(this.root, path));
        listing.files.push({ path, size });
      }
      if (listing.files.length > MAX_FILES) {
        throw new FilesError(
          `${this.root} has more than ${MAX_FILES} files, which is too many for documentation.`,
        );
      }
    }
  }

  /**
   * The real location of a path, once no part of it is a symbolic link. Undefined if one of its folders does not
   * exist and must not be created.
   */
  async #safe(path: string, makes = false): Promise<string | undefined> {
    const parts = path.split('/');
    if (!isInside(path)) throw new FilesError(`${JSON.stringify(path)} leads out of the folder.`);
    let at = this.root;
    for (const [index, part] of parts.entries()) {
      at = join(at, part);
      const found = await lstat(at).catch(absent);
      const isLast = index === parts.length - 1;
      if (found?.isSymbolicLink()) {
        throw new FilesError(
          `${parts.slice(0, index + 1).join('/')} is a symbolic link, which is not followed. Replace it by a file or folder.`,
        );
      }
      if (isLast) break;
      if (found && !found.isDirectory()) {
        if (!makes) return undefined;
        throw new FilesError(
          `${parts.slice(0, index + 1).join('/')} is a file, and a folder is needed there.`,
        );
      }
      if (!found && !makes) return undefined;
      // Another process may create the same folder at the same time.
      if (!found) await mkdir(at, { recursive: true });
    }
    return at;
  }
}

/** Whether a path, for example from a state file, stays within a folder. */
export function isInside(path: string): boolean {
  return (
    path !== '' &&
    !/[\\\0]/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function mayBelong(path: string, isFolder: boolean): boolean {
  const name = posix.basename(path);
  if (`${path}/` === ASSETS || path === '.gitbook') return isFolder;
  if (path.startsWith(ASSETS)) return !name.startsWith('.');
  return !name.startsWith('.') && name !== 'node_modules' && !path.startsWith('.gitbook/');
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  if (error.code === 'ELOOP') throw new FilesError('A symbolic link is not followed.');
  throw error;
}
