import { setMaxListeners } from 'node:events';
import { MARKDOWN, type SummaryEntry } from '@docs-platform-mcp/markdown/repository';
import { MAX_PAGES } from '../content/tree.ts';
import { decode } from '../import/encoding.ts';
import {
  folders,
  pageFileOf,
  pageOf,
  presentName,
  type SourcePage,
  type TreeEntry,
  treeEntriesOf,
} from '../import/source-tree.ts';
import { READ_SUMMARY } from '../import/tasks.ts';
import type { ParsedPage } from '../markdown/read-page.ts';
import { READ_PAGE } from '../markdown/tasks.ts';
import { inWorker, runInWorker, valueOrRefusal } from '../workers/pool.ts';
import { forEachBlob } from './blobs.ts';
import type { Checkout, TreeFile } from './checkout.ts';
import { GitError } from './command.ts';
import { listFollowed } from './links.ts';
import { folderOf, PROJECT_FILE, type Project, readProject } from './project.ts';

/** A page of a repository with the bytes of its file. */
export interface RepositoryPage extends SourcePage {
  bytes: Buffer | undefined;
}

/** The documentation in a repository; paths are from the root that it names. */
export interface Repository {
  project: Project & { bytes: Buffer | undefined };
  /** The folder of that root in the repository; empty for all of it. */
  folder: string;
  summary: { bytes: Buffer; entries: SummaryEntry[] } | undefined;
  pages: RepositoryPage[];
  /** Git object ids of all files by path. */
  files: ReadonlyMap<string, string>;
}

/** Reads the texts of a repository, and only the names of all other files. */
export async function readRepository(checkout: Checkout, directory: string): Promise<Repository> {
  const all = await listFollowed(checkout, directory);
  const project = await projectOf(checkout, all);
  const files = new Map(below(all, project.root).map(({ path, oid }) => [path, oid]));
  const table = presentName(files, project.summary);
  const read = await contents(checkout, files, [table]);
  const bytes = read.get(table);
  const { signal } = checkout;
  const summary = bytes && {
    bytes,
    entries: await inWorker(READ_SUMMARY, decode(bytes), { signal }),
  };
  const paths = new Set(files.keys());
  const entries = summary
    ? treeEntriesOf(summary.entries, paths)
    : folders(textFiles(paths), project.readme);
  if (entries.length > MAX_PAGES) {
    throw new GitError(
      `The repository has ${entries.length} pages; a space may have at most ${MAX_PAGES}. Import a directory of it`,
    );
  }
  const texts = await contents(
    checkout,
    files,
    entries.map(({ key }) => key),
  );
  const found = entries.map(({ type, key }) => (type === 'document' ? texts.get(key) : undefined));
  const raws = found.map((bytes) => bytes && decode(bytes));
  const reads = await readPages(entries, raws, signal);
  const pages = entries.map((entry, index): RepositoryPage => {
    const [raw, read] = [raws[index], reads[index]];
    const text = raw !== undefined && read ? { raw, read } : undefined;
    return { ...pageOf(entry, text), bytes: found[index] };
  });
  return { project, folder: folderOf(directory, project), summary, pages, files };
}

/** Parses texts in worker threads, several per job, because each job has overhead. */
async function readPages(
  entries: readonly TreeEntry[],
  raws: readonly (string | undefined)[],
  signal: AbortSignal,
): Promise<(ParsedPage | undefined)[]> {
  const jobs: number[][] = [];
  let size = JOB_CHARACTERS;
  for (const [index, raw] of raws.entries()) {
    if (raw === undefined) continue;
    if (size + raw.length > JOB_CHARACTERS) {
      jobs.push([]);
      size = 0;
    }
    jobs.at(-1)?.push(index);
    size += raw.length;
  }
  const reads: (ParsedPage | undefined)[] = raws.map(() => undefined);
  setMaxListeners(jobs.length + SOME_MORE, signal);
  await Promise.all(
    jobs.map(async (job) => {
      const files = job.map((index) => pageFileOf(entries[index] as TreeEntry, raws[index] ?? ''));
      const outcomes = await runInWorker(READ_PAGE, files, { signal });
      for (const [at, outcome] of outcomes.entries())
        reads[job[at] as number] = valueOrRefusal(outcome);
    }),
  );
  return reads;
}

/** Characters per job of a worker thread. */
const JOB_CHARACTERS = 100_000;

/** Further listeners to the signal of an operation. */
const SOME_MORE = 20;

/** Markdown files that may be pages if there is no table of contents. */
function textFiles(paths: ReadonlySet<string>): string[] {
  return [...paths].filter((path) => MARKDOWN.test(path) && !/(^|\/)\./.test(path));
}

async function projectOf(
  checkout: Checkout,
  files: readonly TreeFile[],
): Promise<Repository['project']> {
  const found = files.filter(({ path }) => path === PROJECT_FILE);
  let bytes: Buffer | undefined;
  await forEachBlob(checkout, found, (blob) => {
    bytes = blob.bytes;
  });
  return { ...readProject(bytes ? decode(bytes) : ''), bytes };
}

function below(files: readonly TreeFile[], root: string): TreeFile[] {
  if (root === '') return [...files];
  const folder = `${root}/`;
  return files.flatMap((file) =>
    file.path.startsWith(folder) ? [{ ...file, path: file.path.slice(folder.length) }] : [],
  );
}

async function contents(
  checkout: Checkout,
  files: ReadonlyMap<string, string>,
  paths: readonly string[],
): Promise<Map<string, Buffer>> {
  const wanted = paths.flatMap((path) => {
    const oid = files.get(path);
    return oid === undefined ? [] : [{ path, oid }];
  });
  const byOid = new Map<string, Buffer>();
  await forEachBlob(checkout, wanted, ({ oid, bytes }) => {
    byOid.set(oid, bytes);
  });
  return new Map(
    wanted.flatMap(({ path, oid }) => {
      const bytes = byOid.get(oid);
      return bytes ? [[path, bytes]] : [];
    }),
  );
}
