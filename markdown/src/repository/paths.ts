import { posix } from 'node:path';

export const MARKDOWN_FILE = /\.(md|markdown)$/i;

/** Files that represent their folder. */
export const README = /(^|\/)(readme|index)\.(md|markdown)$/i;

/**
 * The path of a link on the page at `from`, without its query and fragment; undefined if it leads out of the root. A
 * leading slash means the root.
 */
export function resolvePath(from: string, link: string): string | undefined {
  return pathAt(from, link.split(/[?#]/, 1)[0] ?? '');
}

/** The same for a link that is a path as a whole, as names of files may contain `?` and `#`. */
export function pathAt(from: string, path: string): string | undefined {
  if (path === '') return from;
  const joined = path.startsWith('/')
    ? path.slice(1)
    : posix.join(posix.dirname(from), percentDecoded(path));
  const normal = posix.normalize(path.startsWith('/') ? percentDecoded(joined) : joined);
  return normal.startsWith('../') || normal === '..' ? undefined : normal.replace(/^\.\/|\/$/g, '');
}

/** A name without its folders and its extension. */
export function baseName(path: string): string {
  return posix.basename(path).replace(/\.[^.]+$/, '');
}

/** A page name derived from its path; empty for the first page. */
export function nameOf(path: string): string {
  const name = README.test(path) ? posix.basename(posix.dirname(path)) : baseName(path);
  return name === '.' ? '' : name;
}

/** The title of a page without any other. */
export function titleFromPath(path: string): string {
  const name = nameOf(path);
  if (name === '') return 'Home';
  const words = name.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A text without percent-encoding; the same text if its encoding is not valid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
