import { isDeletedTarget, percentDecoded } from '@docs-platform-mcp/markdown';
import { localPaths } from '@docs-platform-mcp/markdown/repository';
import { retargetLinks } from '../markdown/links.ts';
import { targetOf } from '../markdown/targets.ts';
import { chunksOf } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { stableId } from '../store/ids.ts';
import { step } from '../workers/computed.ts';
import { documentId } from './documents.ts';
import type { ContentState, Page } from './model.ts';
import { files, pages } from './tables.ts';
import { ancestors, firstRootPage, hasChildren } from './tree.ts';

/** Refs of one editing call, and their ids. */
export interface IdsByRef {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

interface LinkContext {
  db: Database;
  state: ContentState;
  /** The page that the text belongs to. */
  page: Page;
}

const KEPT_SCHEMES = /^(https?|mailto|tel|ftp):/i;

/**
 * A submitted text in its stored form: links to pages and files of the space carry their ids, so that they survive
 * renames and moves. A link that the service wrote for a deleted target stays; any other broken link goes through
 * `unmatched`. Those that the page had before stay broken: what they mean in a repository depends on its files.
 */
export function storeLinks(
  place: LinkContext,
  markdown: string,
  references: IdsByRef,
  unmatched: (url: string) => string | null,
  brokenBefore: ReadonlySet<string> = new Set(),
): string {
  const { page } = place;
  const candidates = new LinkCandidates(place);
  const text = documentId(markdown) ?? '';
  const links = step(keyOf('links', place, [text]), () =>
    linksIn(markdown).map((link) => JSON.stringify(link)),
  );
  const stored = inSteps('stored', place, links, (link) => {
    const [url, image] = JSON.parse(link);
    return resolve(candidates, url, image, { references, mayBePath: !brokenBefore.has(url) });
  });
  return step(keyOf('text', place, [page.document ?? '', text]), () =>
    retargetLinks(markdown, (url, image) => {
      const found = stored.get(JSON.stringify([url, image]));
      return found ?? (isDeletedTarget(url) ? url : unmatched(url));
    }),
  );
}

/** The stored form of the address of a picture beside a text; undefined if it leads nowhere. */
export function storedPicture(
  place: LinkContext,
  url: string,
  references: IdsByRef,
): string | undefined {
  return resolve(new LinkCandidates(place), url, true, { references, mayBePath: true });
}

/** A stored text as readers see it: links to pages are relative paths of markdown files. */
export function presentLinks(place: LinkContext, markdown: string): string {
  if (!markdown.includes('/pages/')) return markdown;
  const folder = folderOf(place, place.page);
  const linked = linksIn(markdown).flatMap(([url]) => {
    const target = targetOf(url);
    return target.kind === 'page' ? [target.page] : [];
  });
  const paths = inSteps('path', place, linked, (id) => {
    const page = pages.find(place.db, place.state, id);
    return page && relativePath(folder, fileOf(place, page));
  });
  return retargetLinks(markdown, (url) => {
    const target = targetOf(url);
    const path = target.kind === 'page' ? paths.get(target.page) : undefined;
    if (target.kind !== 'page' || path === undefined) return url;
    return path + (target.anchor ? `#${target.anchor}` : '');
  });
}

/** All links that `retargetLinks` asks for. */
function linksIn(markdown: string): [url: string, image: boolean][] {
  const links: [string, boolean][] = [];
  retargetLinks(markdown, (url, image) => {
    links.push([url, image]);
    return url;
  });
  return links;
}

/** Number of lookups before yielding to other work. */
const STEP = 50;

/**
 * Looks up each target once. The result depends only on the position of the text, and on nothing that the same request
 * changes in between.
 */
function inSteps<T>(
  kind: string,
  place: LinkContext,
  keys: readonly string[],
  find: (key: string) => T,
): ReadonlyMap<string, T> {
  const all = [...new Set(keys)];
  const found = new Map<string, T>();
  for (const some of chunksOf(all, STEP)) {
    const values = step(keyOf(kind, place, some), () => some.map(find));
    for (const [index, key] of some.entries()) found.set(key, values[index] as T);
  }
  return found;
}

/** Identifies a step by everything that its result depends on. */
function keyOf(kind: string, { state, page }: LinkContext, keys: readonly string[]): string {
  const place = JSON.stringify([kind, state, page.id, page.parent, page.slug]);
  return place + stableId('things', keys.join('\n'));
}

/** The location of a page, and the possible targets of its links. Many links take few queries. */
class LinkCandidates {
  readonly #place: LinkContext;
  readonly #pages: RowLookup<Page>;
  readonly #files: RowLookup<unknown>;
  readonly #children = new Map<string | null, RowLookup<Page>>();
  #folders: string[][] | undefined;
  readonly #inRepository: RowLookup<{ path: string; file: string }>;
  #path: string | undefined;

  constructor(place: LinkContext) {
    const { db, state } = place;
    this.#place = place;
    this.#pages = new RowLookup('id', (condition, ...values) =>
      pages.select(db, state, condition, ...values),
    );
    this.#files = new RowLookup('id', (condition, ...values) =>
      files.select(db, state, condition, ...values),
    );
    this.#inRepository = new RowLookup('path', (condition, ...values) =>
      db.all(
        `SELECT path, file FROM git_file WHERE space = ? AND ${condition}`,
        ...[state.space, ...values],
      ),
    );
  }

  hasPage(id: string): boolean {
    return this.#pages.find(id) !== undefined;
  }

  hasFile(id: string): boolean {
    return this.#files.find(id) !== undefined;
  }

  /** The page at a path of slugs; the first page at an empty one. A group is no page that a link can lead to. */
  at(slugs: readonly string[]): string | undefined {
    const { db, state } = this.#place;
    if (slugs.length === 0) return firstRootPage(db, state)?.id;
    let page: Page | undefined;
    for (const slug of slugs) {
      page = this.#childrenOf(page?.id ?? null).find(slug);
      if (!page) return undefined;
    }
    return page?.type === 'group' ? undefined : page?.id;
  }

  /** A page with children is the README of its folder; writers use both readings, so the other one comes second. */
  get folders(): string[][] {
    if (this.#folders) return this.#folders;
    const { db, state, page } = this.#place;
    const above = [...ancestors(db, state, page)].reverse().map(({ slug }) => slug);
    const own = [...above, page.slug];
    this.#folders = hasChildren(db, state, page.id) ? [own, above] : [above, own];
    return this.#folders;
  }

  /** The file at a path of the repository that the space is synchronized with, relative to the page's file there. */
  fileAt(url: string): string | undefined {
    return localPaths(this.#pathInRepository(), url, '')
      .flatMap((path) => this.#inRepository.find(path)?.file ?? [])
      .find((id) => this.hasFile(id));
  }

  #pathInRepository(): string {
    if (this.#path === undefined) {
      const { db, state, page } = this.#place;
      const sql = 'SELECT path FROM git_source WHERE space = ? AND page = ?';
      const source = db.get<{ path: string }>(sql, state.space, page.id);
      this.#path = source?.path ?? fileOf(this.#place, page).join('/');
    }
    return this.#path;
  }

  #childrenOf(parent: string | null): RowLookup<Page> {
    const { db, state } = this.#place;
    const known =
      this.#children.get(parent) ??
      new RowLookup('slug', (condition, ...values) =>
        pages.select(db, state, `parent IS ? AND (${condition})`, parent, ...values),
      );
    this.#children.set(parent, known);
    return known;
  }
}

/** After this many queries for one row, all rows are read. */
const FEW = 20;

type Column = 'id' | 'slug' | 'path';

/** Rows by a column: the first few are read one by one, and then all of them together. */
class RowLookup<T> {
  readonly #column: Column;
  readonly #select: (condition: string, ...values: string[]) => T[];
  readonly #rows = new Map<string, T | undefined>();
  #all = false;

  constructor(column: Column, select: (condition: string, ...values: string[]) => T[]) {
    this.#column = column;
    this.#select = select;
  }

  find(value: string): T | undefined {
    if (this.#rows.has(value) || this.#all) return this.#rows.get(value);
    if (this.#rows.size < FEW) {
      const [row] = this.#select(`${this.#column} = ?`, value);
      this.#rows.set(value, row);
      return row;
    }
    this.#all = true;
    for (const row of this.#select('1')) {
      this.#rows.set((row as Record<string, string>)[this.#column] ?? '', row);
    }
    return this.#rows.get(value);
  }
}

/** The stored form of a link; undefined if it does not resolve. */
function resolve(
  place: LinkCandidates,
  url: string,
  image: boolean,
  { references, mayBePath }: { references: IdsByRef; mayBePath: boolean },
): string | undefined {
  const target = targetOf(url);
  if (target.kind === 'anchor') return url;
  if (target.kind === 'url') return KEPT_SCHEMES.test(url) ? url : undefined;
  if (target.kind === 'file') return place.hasFile(target.file) ? url : undefined;
  if (target.kind === 'page' && place.hasPage(target.page)) return url;
  const [path = ''] = url.split('#', 1);
  const anchor = url.slice(path.length);
  const name = path.replace(/^\.\//, '');
  const file = references.files.get(name);
  if (file) return `/files/${file}`;
  const named = image ? undefined : references.pages.get(name.replace(/\.md$/, ''));
  const id = named ?? (mayBePath && !image ? findPage(place, path) : undefined);
  if (id) return `/pages/${id}${anchor}`;
  const kept = mayBePath ? place.fileAt(url) : undefined;
  return kept && `/files/${kept}`;
}

/** A page by an absolute path (`/pages/…`) or one relative to the page the link is on. */
function findPage(place: LinkCandidates, path: string): string | undefined {
  const segments = decodeSegments(path.replace(/^\/pages\//, ''));
  if (path.startsWith('/'))
    return path.startsWith('/pages/') ? bySegments(place, segments) : undefined;
  for (const folder of place.folders) {
    const absolute = join(folder, segments);
    const found = absolute && bySegments(place, absolute);
    if (found) return found;
  }
  return undefined;
}

function bySegments(place: LinkCandidates, segments: readonly string[]): string | undefined {
  const slugs = [...segments];
  const last = slugs.pop() ?? '';
  if (last !== '' && last !== 'README.md') slugs.push(last.replace(/\.md$/, ''));
  return place.at(slugs);
}

/** Undefined if it leads out of the space. */
function join(folder: readonly string[], segments: readonly string[]): string[] | undefined {
  const result = [...folder];
  for (const segment of segments) {
    if (segment === '.') continue;
    if (segment !== '..') result.push(segment);
    else if (result.pop() === undefined) return undefined;
  }
  return result;
}

/** The names in a path, whose slashes may be percent-encoded. */
function decodeSegments(path: string): string[] {
  return path.split('/').flatMap((segment) => percentDecoded(segment).split('/'));
}

function folderOf({ db, state }: LinkContext, page: Page): string[] {
  const above = [...ancestors(db, state, page)].reverse().map(({ slug }) => slug);
  return hasChildren(db, state, page.id) ? [...above, page.slug] : above;
}

function fileOf(place: LinkContext, page: Page): string[] {
  const folder = folderOf(place, page);
  return hasChildren(place.db, place.state, page.id)
    ? [...folder, 'README.md']
    : [...folder, `${page.slug}.md`];
}

function relativePath(folder: readonly string[], file: readonly string[]): string {
  let shared = 0;
  while (shared < folder.length && folder[shared] === file[shared]) shared += 1;
  const up = folder.slice(shared).map(() => '..');
  const down = file.slice(shared).map(encodeURIComponent);
  return [...(up.length > 0 ? up : ['.']), ...down].join('/');
}
