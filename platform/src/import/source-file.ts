import { posix } from 'node:path';

export const MARKDOWN = /\.(md|markdown)$/i;

/** Files that stand for their folder. */
export const README = /(^|\/)(readme|index)\.(md|markdown)$/i;

/** A file of what is imported. */
export interface SourceFile {
  /** Segments joined by slashes, from the root of the import. */
  path: string;
  bytes: Uint8Array;
  /** Where it was found on the web. */
  url?: string;
}

/** When to give up: fetching also when it takes too long, what comes after it only with all the rest. */
export interface LoadSignals {
  signal: AbortSignal;
  stopping: AbortSignal | undefined;
}

export interface SourceFiles {
  files: SourceFile[];
  /** Resources that were found and could not be taken. */
  failed: number;
}

/** The path of a link on the page at `from`; undefined when it leads out of the import. A leading slash is the root. */
export function resolvePath(from: string, link: string): string | undefined {
  const [path = ''] = link.split(/[?#]/);
  if (path === '') return from;
  const joined = path.startsWith('/')
    ? path.slice(1)
    : posix.join(posix.dirname(from), decodePath(path));
  const normal = posix.normalize(path.startsWith('/') ? decodePath(joined) : joined);
  return normal.startsWith('../') || normal === '..' ? undefined : normal.replace(/^\.\/|\/$/g, '');
}

/** A name without its folders and its extension. */
export function baseName(path: string): string {
  return posix.basename(path).replace(/\.[^.]+$/, '');
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
