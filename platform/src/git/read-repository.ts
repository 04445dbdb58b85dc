import { readPages } from '../import/read-pages.ts';
import {
  isTextFile,
  presentName,
  requireFewPages,
  type SourcePage,
  SUMMARY,
} from '../import/source-tree.ts';
import { IMPORT_TREE } from '../import/tasks.ts';
import { eachInTurns, filterInTurns } from '../runtime/turns.ts';
import { inWorker } from '../workers/pool.ts';
import { forEachBlob } from './blobs.ts';
import type { Checkout, TreeFile } from './checkout.ts';
import { folderOf, LEGACY_PROJECT_FILE, PROJECT_FILE, type Project } from './project.ts';
import { isProject, projectIn, varsFrom } from './read-project.ts';
import { listFollowed } from './symbolic-links.ts';
import { VARS_FILE, type Vars } from './vars.ts';

/** A page of a repository with the bytes of its file. */
export interface RepositoryPage extends SourcePage {
  bytes: Buffer | undefined;
}

/** The documentation in a repository; paths are from the root that it names. */
export interface Repository {
  project: Project & { bytes: Buffer | undefined; name: string };
  /** The folder of that root in the repository; empty for all of it. */
  folder: string;
  summary: Buffer | undefined;
  /** The variables of all pages. */
  vars: Vars;
  /** The key of each entry of the table of contents; undefined for entries that are not pages. */
  keys: readonly (string | undefined)[];
  pages: RepositoryPage[];
  /** Git object ids of all files by path. */
  files: ReadonlyMap<string, string>;
}

/** Reads the texts of a repository, and only the names of all other files. */
export async function readRepository(checkout: Checkout, directory: string): Promise<Repository> {
  const all = await listFollowed(checkout, directory);
  const project = await projectOf(checkout, all);
  const files = await oidsBelow(all, project.root);
  const table = presentName(files, project.summary);
  const settings = await contents(checkout, files, [table, VARS_FILE]);
  const summary = settings.get(table);
  const { signal } = checkout;
  const vars = await varsFrom(settings.get(VARS_FILE), { signal });
  const paths = [...files.keys()];
  const texts = summary ? [] : await filterInTurns(paths, isTextFile);
  requireFewPages(texts.length);
  const { entries, keys } = await inWorker(
    IMPORT_TREE,
    { summary, paths: summary ? paths.join('\0') : '', texts, readme: project.readme },
    { signal },
  );
  const written = await contents(
    checkout,
    files,
    entries.map(({ key }) => key),
  );
  const pages = (await readPages(entries, written, signal)).map((page) => ({
    ...page,
    bytes: page.text && written.get(page.key),
  }));
  return { project, folder: folderOf(directory, project), summary, vars, keys, pages, files };
}

/** A `book.json` only applies where there is neither a `.gitbook.yaml` nor a table of contents in the usual place. */
async function projectOf(
  checkout: Checkout,
  files: readonly TreeFile[],
): Promise<Repository['project']> {
  const all = await oidsBelow(files, '');
  const names = [PROJECT_FILE, ...(all.has(SUMMARY) ? [] : [LEGACY_PROJECT_FILE])];
  const read = await contents(checkout, all, names);
  const legacy = read.get(LEGACY_PROJECT_FILE);
  const { signal } = checkout;
  const bytes =
    read.get(PROJECT_FILE) ??
    (legacy && (await isProject(legacy, { signal })) ? legacy : undefined);
  const name = bytes === legacy ? LEGACY_PROJECT_FILE : PROJECT_FILE;
  return { ...(await projectIn(bytes, { signal })), bytes, name };
}

/** The object ids of the files in a folder, by path from there. */
async function oidsBelow(files: readonly TreeFile[], root: string): Promise<Map<string, string>> {
  const folder = root === '' ? '' : `${root}/`;
  const oids = new Map<string, string>();
  await eachInTurns(files, ({ path, oid }) => {
    if (path.startsWith(folder)) oids.set(path.slice(folder.length), oid);
  });
  return oids;
}

async function contents(
  checkout: Checkout,
  files: ReadonlyMap<string, string>,
  paths: readonly string[],
): Promise<Map<string, Buffer>> {
  const listed = paths.flatMap((path) => {
    const oid = files.get(path);
    return oid === undefined ? [] : [{ path, oid }];
  });
  const byOid = new Map<string, Buffer>();
  await forEachBlob(checkout, listed, ({ oid, bytes }) => {
    byOid.set(oid, bytes);
  });
  return new Map(
    listed.flatMap(({ path, oid }) => {
      const bytes = byOid.get(oid);
      return bytes ? [[path, bytes]] : [];
    }),
  );
}
