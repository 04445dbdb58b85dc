import {
  foldCase,
  MARKDOWN_FILE,
  nameOf,
  titleFromPath,
} from '@docs-platform-mcp/markdown/repository';
import { slug as slugify } from 'github-slugger';
import { type FileAttributes, withAddresses } from './attributes.ts';
import { ASSETS, type FoundFile, hashOf } from './folder.ts';
import {
  type FolderTree,
  newId,
  type PagePosition,
  SUMMARY,
  type TextFiles,
  tableOf,
} from './local-tree.ts';
import { matchMoved } from './match-moved.ts';
import { FilesError } from './problem.ts';
import type { CommonBase, FileRecord, PageRecord } from './state.ts';
import type { Store } from './store.ts';
import { headingOf, keptLinkAddress, type LinkTargets, readPageFile, withLinks } from './text.ts';

/** A page as it is in the folder. */
export interface LocalPage {
  /** The platform's id, or a temporary one if the platform does not have the page yet. */
  id: string;
  isNew: boolean;
  type: string;
  title: string;
  parent: string | null;
  slug: string;
  attributes: FileAttributes;
  href?: string;
  path?: string;
  /** Hash of its file. */
  file?: string;
  /** Its text with links by id; undefined if the file is unchanged. */
  body?: string;
  /** The number of lines above that in the file. */
  above?: number;
  /** Names in its frontmatter that the platform does not know; undefined if the file is unchanged. */
  unknown?: string[];
  /** Its title in the file, and in the table of contents. */
  said?: PageRecord['said'];
}

/** A file that pages show or link to. */
export interface LocalFile extends FoundFile {
  id: string;
  hash: string;
  isNew: boolean;
  /** The file of the space that it replaces, because the platform cannot change files. */
  replaces?: string;
}

/** The current state of a folder. */
export interface Local {
  /** Parents first, siblings in order. */
  pages: LocalPage[];
  /** Pages of the platform that were deleted from the folder. */
  deleted: PageRecord[];
  /** Files of the space, and new ones that pages show or that are among the assets. */
  files: LocalFile[];
  /** Problems to fix before anything is sent. */
  problems: string[];
  /** Other remarks. */
  notes: string[];
  table: FolderTree;
  /** The markdown files by path. */
  texts: ReadonlyMap<string, string>;
}

/** Reads a folder, and matches its pages with those of the common base. */
export async function readLocal(store: Store, side: CommonBase): Promise<Local> {
  const { files, links } = await store.folder.list();
  const problems = [...linkProblems(links, side), ...duplicateProblems(files)];
  const notes = links.map((path) => `${path} is a symbolic link and is left out.`);
  const contents = await readContents(store, files, problems);
  const records = await matchMoved(side.pages, contents, store);
  const table = tableOf(contents, records, side);
  problems.push(...table.problems);
  const assets = await readAssets(store, files, side.files, problems);
  const reader = new PageReader(store, { contents, records, side, assets });
  const pages: LocalPage[] = [];
  for (const place of table.places) pages.push(await reader.read(place));
  problems.push(...reader.problems, ...unresolvedMarks(side, contents, records));
  const present = new Set(pages.map(({ id }) => id));
  const paths = new Set(assets.map(({ path }) => path));
  for (const { path } of side.files) {
    if (path === undefined || paths.has(path)) continue;
    notes.push(`${path} was deleted here; the platform keeps its files.`);
  }
  return {
    pages,
    deleted: side.pages.filter(({ id }) => !present.has(id)),
    files: assets.filter(
      ({ id, isNew, path }) => !isNew || reader.shown.has(id) || path.startsWith(ASSETS),
    ),
    problems,
    notes,
    table,
    texts: new Map([...contents].map(([path, { text }]) => [path, text])),
  };
}

/** Reads the pages of a folder. */
class PageReader {
  readonly problems: string[] = [];
  /** New files that pages link to. */
  readonly shown = new Set<string>();
  readonly #store: Store;
  readonly #found: FolderInput;
  readonly #targets: LinkTargets;
  readonly #known: ReadonlyMap<string, PageRecord>;
  /** Links to files that were replaced, in the form in which texts are stored. */
  readonly #replaced: readonly string[];

  constructor(store: Store, found: FolderInput) {
    this.#store = store;
    this.#found = found;
    this.#targets = targetsOf(found);
    this.#known = new Map(found.side.pages.map((page) => [page.id, page]));
    this.#replaced = found.assets.flatMap(({ replaces }) => (replaces ? `/files/${replaces}` : []));
  }

  async read(position: PagePosition): Promise<LocalPage> {
    const page = await this.#read(position);
    const { linkTitle: _, ...attributes } = page.attributes;
    const known = this.#known.get(position.id)?.attributes.linkTitle;
    const linkTitle = position.linkTitle ?? known ?? '';
    return { ...page, attributes: { ...attributes, ...(linkTitle !== '' && { linkTitle }) } };
  }

  async #read({ id, parent, path, title }: PagePosition): Promise<LocalPage> {
    const record = this.#known.get(id);
    const content = path === undefined ? undefined : this.#found.contents.get(path);
    if (!content || path === undefined) {
      if (!record) throw new Error(`${id} is neither a page nor a file`);
      return { ...factsOf(record), isNew: false, parent, title: title ?? record.title };
    }
    const before = record && {
      file: headingOf(record.title),
      listed: headingOf(record.title),
      ...record.said,
    };
    const listed = before && title !== before.listed ? title : undefined;
    const place = { id, isNew: !record, type: 'document', parent, path, file: content.hash };
    if (record?.file === content.hash && !(await this.#showsReplaced(record))) {
      const slug = slugAt(path, record);
      const said = recordFor(before?.file, title);
      return { ...factsOf(record), ...place, title: listed ?? record.title, slug, said };
    }
    try {
      const read = readPageFile(content.text, record?.titled ?? true);
      const places = [path, record?.path ?? path] as const;
      const kept = (url: string) => keptLinkAddress(url, places, this.#targets);
      const body = withLinks(read.body, kept);
      const attributes = withAddresses(read.attributes, kept);
      for (const { id, isNew } of this.#found.assets) {
        if (isNew && body.includes(`/files/${id}`)) this.shown.add(id);
      }
      const own = before && read.title === before.file ? undefined : read.title;
      return {
        ...place,
        title: own ?? listed ?? record?.title ?? title ?? titleFromPath(path),
        slug: read.slug ?? slugAt(path, record),
        attributes,
        unknown: read.unknown,
        body,
        above: read.above,
        said: recordFor(read.title, title),
      };
    } catch (error) {
      if (!(error instanceof FilesError)) throw error;
      this.problems.push(`${path}: ${error.message}`);
      return {
        ...place,
        title: record?.title ?? titleFromPath(path),
        slug: record?.slug ?? '',
        attributes: record?.attributes ?? {},
      };
    }
  }

  async #showsReplaced({ text }: PageRecord): Promise<boolean> {
    if (this.#replaced.length === 0 || text === undefined) return false;
    const body = await this.#store.text(text);
    return this.#replaced.some((link) => body.includes(link));
  }
}

/** Accumulates what is found in a folder. */
interface FolderInput {
  contents: TextFiles;
  records: ReadonlyMap<string, PageRecord>;
  side: CommonBase;
  assets: readonly LocalFile[];
}

async function readContents(
  store: Store,
  files: readonly FoundFile[],
  problems: string[],
): Promise<TextFiles> {
  const contents: TextFiles = new Map();
  for (const { path } of files) {
    if (!MARKDOWN_FILE.test(path) || path.startsWith(ASSETS)) continue;
    try {
      const bytes = await store.folder.read(path);
      if (bytes) contents.set(path, { hash: hashOf(bytes), text: textOf(path, bytes) });
    } catch (error) {
      if (!(error instanceof FilesError)) throw error;
      problems.push(error.message);
      contents.set(path, { hash: '', text: '' });
    }
  }
  return contents;
}

/** A byte order mark is kept, because files are compared with what was written. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(path: string, bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new FilesError(`${path} is not UTF-8: convert it, or move it out of the folder.`);
  }
}

/** Maximum bytes of a file that the platform accepts within a change. */
const MAX_SENT_BYTES = 1_000_000;

async function readAssets(
  store: Store,
  files: readonly FoundFile[],
  records: readonly FileRecord[],
  problems: string[],
): Promise<LocalFile[]> {
  const known = new Map(
    records.flatMap((file) => (file.path === undefined ? [] : [[file.path, file]])),
  );
  const assets: LocalFile[] = [];
  for (const { path, size } of files) {
    if (MARKDOWN_FILE.test(path) && !path.startsWith(ASSETS)) continue;
    const record = known.get(path);
    if (!record && !path.startsWith(ASSETS) && size > MAX_SENT_BYTES) continue;
    if (record?.size !== size && path.startsWith(ASSETS) && size > MAX_SENT_BYTES) {
      problems.push(
        `${path} has ${size} bytes; the platform takes files of at most ${MAX_SENT_BYTES}. Make it smaller, or link to it elsewhere.`,
      );
      continue;
    }
    const bytes = await store.folder.read(path, Math.max(size, MAX_SENT_BYTES));
    if (!bytes) continue;
    const hash = hashOf(bytes);
    const isSame = record?.hash === hash;
    assets.push({
      path,
      size,
      hash,
      isNew: !isSame,
      id: isSame ? record.id : newId(`${path}\n${hash}`),
      ...(record && !isSame && { replaces: record.id }),
    });
  }
  return assets;
}

/** Links to the old location of a page or file still resolve: people do not always update links after a move. */
function targetsOf({ contents, records, side, assets }: FolderInput): LinkTargets {
  const pages = new Map<string, string>();
  const files = new Map<string, string>();
  for (const { path, id } of side.gone) pages.set(path, id);
  for (const { was, id } of side.pages) if (was !== undefined) pages.set(was, id);
  for (const { path, id } of side.pages) if (path !== undefined) pages.set(path, id);
  for (const { path, id } of side.files) if (path !== undefined) files.set(path, id);
  for (const path of contents.keys()) {
    if (path !== SUMMARY) pages.set(path, records.get(path)?.id ?? newId(path));
  }
  for (const { path, id } of assets) files.set(path, id);
  return { pages, files };
}

function recordFor(file: string | undefined, listed: string | undefined): PageRecord['said'] {
  return { ...(file !== undefined && { file }), ...(listed !== undefined && { listed }) };
}

function factsOf({ id, type, title, parent, slug, attributes, href, path, file }: PageRecord) {
  return { id, type, title, parent, slug, attributes, href, path, file };
}

/** A page whose file is renamed gets the slug of the new name. */
function slugAt(path: string, record: PageRecord | undefined): string {
  const name = nameOf(path);
  if (record?.path !== undefined && nameOf(record.path) === name) return record.slug;
  return (name && slugOf(name)) || record?.slug || '';
}

const MAX_SLUG = 100;

/** The slug derived from a title or a file name. */
export function slugOf(text: string): string {
  return slugify(text).slice(0, MAX_SLUG);
}

function linkProblems(links: readonly string[], { pages, files }: CommonBase): string[] {
  const paths = [...pages, ...files].flatMap(({ path }) => path ?? []);
  return links
    .filter(
      (link) =>
        link === SUMMARY || paths.some((path) => path === link || path.startsWith(`${link}/`)),
    )
    .map(
      (link) =>
        `${link} became a symbolic link, which is not followed: put the file or folder back, or delete it.`,
    );
}

/** Files whose names some systems cannot tell apart. */
function duplicateProblems(files: readonly FoundFile[]): string[] {
  const seen = new Map<string, string>();
  return files.flatMap(({ path }) => {
    const name = foldCase(path);
    const other = seen.get(name);
    seen.set(name, path);
    return other === undefined ? [] : [`${other} and ${path} differ only in case: rename one.`];
  });
}

function unresolvedMarks(
  { pages }: CommonBase,
  contents: TextFiles,
  records: ReadonlyMap<string, PageRecord>,
): string[] {
  const conflicts = new Set(pages.filter(({ conflict }) => conflict).map(({ id }) => id));
  return [...records].flatMap(([path, { id }]) => {
    const text = contents.get(path)?.text ?? '';
    const line = conflicts.has(id)
      ? text.split('\n').findIndex((one) => /^(<{7}|>{7}) /.test(one))
      : -1;
    return line < 0
      ? []
      : [
          `${path} line ${line + 1} holds both sides of a conflict: keep what is right and remove the markers.`,
        ];
  });
}
