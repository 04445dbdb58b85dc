import { posix } from 'node:path';
import { pathAt, resolvePath } from './paths.ts';

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
  /** The ids of pages by former path, with or without its extension. */
  redirects?: ReadonlyMap<string, string>;
  /** The folder of the import in its repository, which links may name too; by default the import is all of it. */
  folder?: string;
  /** The address of a file that is not imported; by default such links stay as written. */
  addressOf?: (path: string) => string | undefined;
}

/** A link on the page at `from` in its stored form: links within the import contain ids. */
export function keptUrl(
  { pages, files, redirects, folder = '', addressOf }: ImportTargets,
  from: string,
  url: string,
): string {
  if (url.startsWith('#')) return url;
  const readings = readingsOf(from, url, folder);
  for (const { path, rest } of readings) {
    const page = candidates(path).flatMap((name) => pages.get(name) ?? [])[0];
    if (page !== undefined) return `/pages/${page}${anchorIn(rest)}`;
    const file = files.get(path);
    if (file !== undefined) return `/files/${file}`;
  }
  for (const { path, rest } of readings) {
    const page = redirects?.get(path) ?? redirects?.get(path.replace(/(?:\/readme)?\.md$/i, ''));
    if (page !== undefined) return `/pages/${page}${anchorIn(rest)}`;
  }
  const path = localPath(from, url);
  return (path === undefined ? undefined : addressOf?.(path)) ?? url;
}

function anchorIn(rest: string): string {
  return (/#.*/s.exec(rest)?.[0] ?? '').replaceAll(/[\s()<>"']/g, escapeSign);
}

function escapeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
}

/** The path of a link inside the import; undefined for links to the web. Entries of a table of contents are at ''. */
export function localPath(from: string, url: string): string | undefined {
  if (WEB.test(url)) return undefined;
  return resolvePath(from.startsWith(':') ? '' : from, url) ?? pathAtRoot(url);
}

/** The paths inside the import that a link may mean, the likeliest first. */
export function localPaths(from: string, url: string, folder: string): string[] {
  return readingsOf(from, url, folder).map(({ path }) => path);
}

/** One way to read a link: a path inside the import, and the query and fragment after it. */
interface Reading {
  path: string;
  rest: string;
}

/** A link with more signs is read with the longest names only. */
const MAX_SIGNS = 4;

/**
 * The ways to read a link, the likeliest first. Names of files may contain `#` and `?`, so the longest path comes first;
 * a path may also name the import's own folder.
 */
function readingsOf(from: string, url: string, folder: string): Reading[] {
  if (WEB.test(url)) return [];
  const base = from.startsWith(':') ? '' : from;
  const signs = [...url.matchAll(/[?#]/g)].map(({ index }) => index).reverse();
  const ends = [url.length, ...signs.slice(0, MAX_SIGNS), ...signs.slice(MAX_SIGNS).slice(-1)];
  return ends.flatMap((end) => {
    const [written, rest] = [url.slice(0, end), url.slice(end)];
    const path = pathAt(base, written) ?? pathAtRoot(written);
    const inRepository = folder === '' ? undefined : pathAt(`${folder}/${base}`, written);
    const inside = inRepository?.startsWith(`${folder}/`)
      ? inRepository.slice(folder.length + 1)
      : undefined;
    return [...new Set([path, inside])].flatMap((each) =>
      each === undefined ? [] : { path: each, rest },
    );
  });
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
    : encodeURI(posix.relative(posix.dirname(from), path)).replaceAll(/[?#]/g, escapeSign) + anchor;
}
