import { createHash } from 'node:crypto';
import {
  assetPath,
  foldCase,
  type ImportTargets,
  type SummaryEntry,
  summaryFile,
  targetOf,
} from '@docs-platform-mcp/markdown/repository';
import { readBlob, requireContent, saveBlob } from '../content/blobs.ts';
import { readDocument } from '../content/documents.ts';
import { decode, encodeLike } from '../content/encoding.ts';
import type { ContentState, File, Page } from '../content/model.ts';
import { urlsOf } from '../content/presentation.ts';
import { files as fileTable, pages as pageTable } from '../content/tables.ts';
import { slugOf } from '../content/tree.ts';
import { presentName } from '../import/source-tree.ts';
import { READ_SUMMARY } from '../import/tasks.ts';
import { eachInTurns } from '../runtime/turns.ts';
import type { Database } from '../store/database.ts';
import { inBatches } from '../store/in-batches.ts';
import { inWorker } from '../workers/pool.ts';
import { layOutPages, type PageAtPath } from './layout.ts';
import { LinkForms } from './link-forms.ts';
import { encodePageFile } from './page-file.ts';
import { folderOf, LEGACY_PROJECT_FILE, PROJECT_FILE } from './project.ts';
import { projectIn } from './read-project.ts';
import {
  type FileSource,
  fileSources,
  type PageSource,
  pageSources,
  pageStateOf,
  putFileSource,
  putPageSource,
  putTreeSource,
  type TreeSource,
  treeSource,
  withRestored,
} from './sources.ts';
import type { Stage } from './stage.ts';

/** A file to be written. Its content is read only then. */
export interface WrittenFile {
  path: string;
  read: () => Uint8Array;
}

/** What an export changes in a repository; paths are relative to the folder exported to. */
export interface Changes {
  written: WrittenFile[];
  removed: string[];
}

/** What is known about a repository that was not read yet. */
const NO_TREE: TreeSource = {
  project: undefined,
  summary: undefined,
  entries: [],
  redirects: {},
  vars: {},
};

/** The folder exported to. */
interface ExportTarget {
  /** The files in it by path, with git's object ids. */
  present: ReadonlyMap<string, string>;
  /** The folder in its repository. */
  directory: string;
  stage: Stage;
  signal: AbortSignal;
}

/**
 * Computes the changes that turn a folder into the files of a space. Records in the stage what has to be known about the
 * files once they are written.
 */
export async function changesFor(
  db: Database,
  state: ContentState,
  { present, directory, stage, signal }: ExportTarget,
): Promise<Changes> {
  const pages = await pageTable.gather(db, state);
  const { sources, restored } = withRestored(pageSources(db, state.space), pages);
  const tree = treeWith(restored, treeSource(db, state.space));
  const project = await projectIn(tree?.project, { signal });
  const inRoot = (path: string) => (project.root === '' ? path : `${project.root}/${path}`);
  const table = presentName(present, inRoot(project.summary));
  const placed = placedPages(pages, sources, new Set(tree?.entries));
  const paths = pathsOf(placed);
  const written = pathsOf(placed.filter(({ isFile }) => isFile));
  const assets = await assetsOf(db, state, pages);
  const files = new Map([...assets].map(([id, { path }]) => [id, path]));
  const folder = folderOf(directory, project);
  const targets = { ...targetsOf(paths, files, tree), folder };
  const changes: Changes = { written: [], removed: [] };
  const write = (path: string, bytes: Uint8Array, read = () => bytes): void => {
    if (present.get(path) !== oidOf(bytes)) changes.written.push({ path, read });
  };

  await inBatches(db, placed, signal, ({ page, path, isFile }) => {
    if (path === undefined) return;
    const source = sources.get(page.id);
    if (!isFile) {
      if (source) putPageSource(db, stage.name, page.id, source);
      return;
    }
    const { bytes, titled } = encodePageFile({
      page,
      text: readDocument(db, page.document),
      path,
      source: formerFile(db, source),
      links: new LinkForms(path, { pages: paths, files }, targets),
    });
    const blob = saveBlob(db, bytes, 'text/markdown');
    const known = pageStateOf(page, titled, source?.state?.vars);
    putPageSource(db, stage.name, page.id, { path, blob, state: known });
    write(inRoot(path), bytes, () => readBlob(db, blob)?.bytes ?? bytes);
  });

  // Pages may refer to files that are written for another reason.
  const others = new Set([table, PROJECT_FILE, ...[...written.values()].map(inRoot)]);
  await inBatches(db, assets, signal, ([id, { path, oid, source, file }]) => {
    const read = () => requireContent(db, source ?? file.blob, path);
    const name = oid ?? oidOf(read());
    putFileSource(db, stage.name, id, { path, oid: name, source });
    const isDone = present.get(inRoot(path)) === name || others.has(inRoot(path));
    if (!isDone) changes.written.push({ path: inRoot(path), read });
  });

  const entries = placed.map((place) => ({
    ...place,
    ...entryOf(place.page, paths, files),
    formerTitle: sources.get(place.page.id)?.state?.title ?? 'Untitled',
  }));
  const { summary, ids } = await summaryOf(tree, entries, signal);
  write(table, summary);
  if (tree?.project && !hasLegacyProject(present)) write(PROJECT_FILE, tree.project);
  const known = { ...(tree ?? NO_TREE), summary, entries: ids };
  db.write(() => putTreeSource(db, stage.name, known));
  const kept = new Set(placed.flatMap(({ path }) => path ?? []));
  const removed = keepRemoved(db, stage, sources, kept);
  changes.removed = removed.map(inRoot).filter((path) => present.has(path));
  return changes;
}

/** The table of contents, like the one that was read, with the ids of the pages that it lists. */
async function summaryOf(
  tree: TreeSource | undefined,
  entries: Parameters<typeof summaryFile>[0],
  signal: AbortSignal,
) {
  const text = tree?.summary && decode(tree.summary);
  const read = tree && (await inWorker(READ_SUMMARY, text ?? '', { signal })).map(withSlug);
  const written = summaryFile(entries, tree && read && { ...tree, text, read });
  const bytes = tree?.summary ? encodeLike(tree.summary, written.text) : Buffer.from(written.text);
  return { summary: bytes, ids: written.entries };
}

/** The anchor that the heading of a group states, in the form in which an import makes it a slug. */
function withSlug(entry: SummaryEntry): SummaryEntry {
  return entry.anchor === undefined ? entry : { ...entry, anchor: slugOf(entry.anchor) };
}

function hasLegacyProject(present: ReadonlyMap<string, unknown>): boolean {
  return present.has(LEGACY_PROJECT_FILE) && !present.has(PROJECT_FILE);
}

/**
 * Records the files of deleted pages, in case these are restored. Returns the paths of those that still have to be
 * removed.
 */
function keepRemoved(
  db: Database,
  stage: Stage,
  sources: ReadonlyMap<string, PageSource>,
  kept: ReadonlySet<string>,
): string[] {
  const removed = [...sources].filter(([, { path }]) => !kept.has(path));
  db.write(() => {
    for (const [id, source] of removed) {
      const state = source.state && { ...source.state, isRemoved: true };
      putPageSource(db, stage.name, id, { ...source, state });
    }
  });
  return removed.flatMap(([, { path, state }]) => (state?.isRemoved ? [] : [path]));
}

/** The contents of a repository, with the new ids of pages that were restored. */
function treeWith(
  restored: ReadonlyMap<string, string>,
  tree: TreeSource | undefined,
): TreeSource | undefined {
  if (!tree) return undefined;
  const idOf = (id: string) => restored.get(id) ?? id;
  const redirects = Object.entries(tree.redirects).map(([path, id]) => [path, idOf(id)]);
  return {
    ...tree,
    entries: tree.entries.map((id) => (id === null ? null : idOf(id))),
    redirects: Object.fromEntries(redirects),
  };
}

function placedPages(
  pages: readonly Page[],
  sources: ReadonlyMap<string, PageSource>,
  listed: ReadonlySet<string | null>,
) {
  return layOutPages(pages, sources).map((place) => ({
    ...place,
    isFile: place.path !== undefined && hasFile(place.page, sources.get(place.page.id), listed),
  }));
}

/** What the summary states about a page. */
function entryOf(
  page: Page,
  paths: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
) {
  const { linkTitle, href } = page.attributes;
  return {
    page: { ...page, linkTitle },
    href: href === undefined ? undefined : hrefOf(page, paths, files),
    ...(hasOwnSlug(page) && { anchor: page.slug }),
  };
}

function hasOwnSlug({ type, slug, title }: Page): boolean {
  const given = slugOf(title);
  return type === 'group' && slug !== given && slug.replace(/-\d+$/, '') !== given;
}

/** A page listed without a file gets one as soon as it has content. */
function hasFile(
  page: Page,
  source: PageSource | undefined,
  listed: ReadonlySet<string | null>,
): boolean {
  if (page.document !== null) return true;
  return source ? !source.state || source.blob !== null : !listed.has(page.id);
}

/** The paths of pages, also of those that have no file yet: links may lead to them. */
function pathsOf(placed: readonly PageAtPath[]): Map<string, string> {
  return new Map(placed.flatMap(({ page, path }) => (path ? [[page.id, path]] : [])));
}

interface AssetFile {
  path: string;
  /** The Git object id of its content, if known. */
  oid: string | undefined;
  /** Its content in the repository, if that has other links. */
  source?: string | undefined;
  file: File;
}

/** The files that came from the repository, and those that pages link to. */
async function assetsOf(
  db: Database,
  state: ContentState,
  pages: readonly Page[],
): Promise<Map<string, AssetFile>> {
  const known = new Map<string, FileSource>();
  await eachInTurns(fileSources(db, state.space), ([id, source]) => known.set(id, source));
  const taken = new Set([...known.values()].map(({ path }) => foldCase(path)));
  const documents = JSON.stringify(pages.flatMap(({ document }) => document ?? []));
  const linked = new Set(
    db
      .all<{ target: string }>(
        'SELECT DISTINCT target FROM document_target WHERE document IN (SELECT value FROM json_each(?))',
        documents,
      )
      .map(({ target }) => target),
  );
  for (const { attributes } of pages) {
    for (const url of urlsOf(attributes)) {
      const target = targetOf(url);
      if (target.kind === 'file') linked.add(target.file);
    }
  }
  const assets = new Map<string, AssetFile>();
  await eachInTurns(await fileTable.gather(db, state), (file) => {
    const source = known.get(file.id);
    if (source) assets.set(file.id, { ...source, file });
    else if (linked.has(file.id)) {
      assets.set(file.id, { path: assetPath(file, taken), oid: undefined, file });
    }
  });
  return assets;
}

function formerFile(db: Database, source: PageSource | undefined) {
  const { blob, state } = source ?? {};
  const bytes = blob ? readBlob(db, blob)?.bytes : undefined;
  if (!bytes || !state) return undefined;
  return { bytes, state, text: readDocument(db, state.document) };
}

function hrefOf(
  page: Page,
  pages: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
): string | undefined {
  const { href = '' } = page.attributes;
  return (
    new LinkForms('', { pages, files }, { pages: new Map(), files: new Map() }).address(href) ??
    href
  );
}

/** What the links of files mean. */
function targetsOf(
  pages: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
  tree: TreeSource | undefined,
): ImportTargets {
  const redirects = new Map(Object.entries(tree?.redirects ?? {}));
  return { pages: inverse(pages), files: inverse(files), redirects };
}

function inverse(map: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...map].map(([key, value]) => [value, key]));
}

/** The Git object id of a content, in repositories that use SHA-1. */
function oidOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex');
}
