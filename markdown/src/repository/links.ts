import { posix } from 'node:path';
import { resolvePath } from './paths.ts';

/** A link in a stored text: to a page or file of the space by its id, or to any other address. */
export type StoredTarget =
  | { kind: 'page'; page: string; anchor: string }
  | { kind: 'file'; file: string }
  | { kind: 'anchor'; anchor: string }
  | { kind: 'url'; url: string }
  | { kind: 'unknown'; url: string };

/** Parses a URL of a stored text. Pages and files of the space are stored as `/pages/ID` and `/files/ID`. */
export function targetOf(url: string): StoredTarget {
  const [, kind, id = '', anchor = ''] = /^\/(pages|files)\/([\w-]+)(?:#(.*))?$/.exec(url) ?? [];
  if (kind === 'pages') return { kind: 'page', page: id, anchor };
  if (kind === 'files') return { kind: 'file', file: id };
  if (url.startsWith('#')) return { kind: 'anchor', anchor: url.slice(1) };
  return /^[a-z][a-z0-9+.-]*:/i.test(url) ? { kind: 'url', url } : { kind: 'unknown', url };
}

const WEB = /^([a-z][\w+.-]*:|\/\/)/i;

/** A path to the service's own folder, which is at the root however many folders up a link goes. */
const ABOVE_ROOT = /^(?:\.\.?\/)*(?=\.gitbook\/)/;

/** The contents of an import, by path: the ids of pages and of files. */
export interface ImportTargets {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  /** The folder of the import in its repository, which links may name too; by default the import is all of it. */
  folder?: string;
  /** The address of a file that is not imported; by default such links stay as written. */
  addressOf?: (path: string) => string | undefined;
}

/** A link on the page at `from` in its stored form: links within the import contain ids. */
export function keptUrl(
  { pages, files, folder = '', addressOf }: ImportTargets,
  from: string,
  url: string,
): string {
  if (url.startsWith('#')) return url;
  const anchor = (/#.*/s.exec(url)?.[0] ?? '').replaceAll(/[\s()<>"']/g, escapeSign);
  const paths = localPaths(from, url, folder);
  for (const path of paths) {
    const page = candidates(path).flatMap((name) => pages.get(name) ?? [])[0];
    if (page !== undefined) return `/pages/${page}${anchor}`;
    const file = files.get(path);
    if (file !== undefined) return `/files/${file}`;
  }
  const [path] = paths;
  return (path === undefined ? undefined : addressOf?.(path)) ?? url;
}

function escapeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
}

/** The path of a link inside the import; undefined for links to the web. Entries of a table of contents are at ''. */
export function localPath(from: string, url: string): string | undefined {
  if (WEB.test(url)) return undefined;
  return resolvePath(from.startsWith(':') ? '' : from, url) ?? pathAtRoot(url);
}

/** The paths inside the import that a link may mean, the likeliest first: it may also name the import's own folder. */
export function localPaths(from: string, url: string, folder: string): string[] {
  const path = localPath(from, url);
  const paths = path === undefined ? [] : [path];
  if (folder === '' || WEB.test(url)) return paths;
  const inRepository = resolvePath(`${folder}/${from.startsWith(':') ? '' : from}`, url);
  if (!inRepository?.startsWith(`${folder}/`)) return paths;
  const inside = inRepository.slice(folder.length + 1);
  return inside === path ? paths : [...paths, inside];
}

function pathAtRoot(url: string): string | undefined {
  return ABOVE_ROOT.test(url) ? resolvePath('', url.replace(ABOVE_ROOT, '')) : undefined;
}

/** Files that a link may mean: links also omit the extension, name folders, or predate a conversion. */
function candidates(path: string): string[] {
  const folder = path === '' || path === '.' ? '' : `${path}/`;
  return [
    path,
    `${path}.md`,
    path.replace(/\.(html?|docx)$/i, '.md'),
    path.replace(/(^|\/)index\.html?$/i, '$1README.md'),
    `${folder}README.md`,
    `${folder}index.md`,
  ];
}

/** The paths in a repository, by id. */
export interface RepositoryPaths {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

/** How the file at `from` writes a stored address; undefined if it is written as it is. */
export function addressFrom(
  from: string,
  { pages, files }: RepositoryPaths,
  url: string,
): string | undefined {
  const target = targetOf(url);
  if (target.kind === 'file') return relative(from, files.get(target.file), '');
  if (target.kind !== 'page') return undefined;
  return relative(from, pages.get(target.page), target.anchor && `#${target.anchor}`);
}

function relative(from: string, path: string | undefined, anchor: string): string | undefined {
  return path === undefined
    ? undefined
    : encodeURI(posix.relative(posix.dirname(from), path)) + anchor;
}
