import type { SourceFile } from '../import/source-file.ts';
import { filterInTurns } from '../runtime/turns.ts';
import { type Checkout, listFiles, partsOf, type TreeFile } from './checkout.ts';
import { GitError, git, gitInto } from './command.ts';
import { fetchOptions } from './remote.ts';

/** The service's limit: larger files are refused. */
export const MAX_FILE_BYTES = 100_000_000;

const LF = 10;

/** The content of a file. */
export interface GitBlob {
  oid: string;
  bytes: Buffer;
}

/**
 * Visits the contents of files, each once, one in memory at a time. Contents that are not fetched yet are fetched
 * first, all together. Throws if one is larger than `MAX_FILE_BYTES`.
 */
export async function forEachBlob(
  checkout: Checkout,
  files: readonly Pick<TreeFile, 'path' | 'oid'>[],
  visit: (blob: GitBlob) => Promise<void> | void,
): Promise<void> {
  const { folder, signal } = checkout;
  const paths = new Map(files.map(({ oid, path }) => [oid, path]));
  const blobs = [...paths.keys()];
  if (blobs.length === 0) return;
  await fetchMissing(checkout, blobs);
  await checkSizes(checkout, paths);
  const input = Buffer.from(`${blobs.join('\n')}\n`);
  await gitInto(['cat-file', '--batch'], { cwd: folder, signal, input }, async (output) => {
    for await (const blob of split(output)) await visit(blob);
  });
}

/** The files of the commit with their content, for small repositories. */
export async function readFiles(checkout: Checkout): Promise<SourceFile[]> {
  const files = await filterInTurns(
    await listFiles(checkout),
    ({ path }) => !/(^|\/)\.(?!gitbook\/)/.test(path),
  );
  const content = new Map<string, Uint8Array>();
  await forEachBlob(checkout, files, ({ oid, bytes }) => {
    content.set(oid, bytes);
  });
  return files.map(({ path, oid }) => {
    const bytes = content.get(oid);
    if (!bytes) throw withheld(path);
    return { path, bytes };
  });
}

async function fetchMissing(checkout: Checkout, blobs: readonly string[]): Promise<void> {
  const { folder, signal, at, rule } = checkout;
  const absent = await checkout.absent();
  const missingIds = blobs.filter((oid) => absent.has(oid));
  if (missingIds.length === 0) return;
  const args = ['fetch', ...fetchOptions(at), '--no-write-fetch-head', '--stdin', '--', at.url];
  await git(args, {
    cwd: folder,
    signal,
    input: Buffer.from(`${missingIds.join('\n')}\n`),
    remote: { at, rule },
  });
  for (const oid of missingIds) absent.delete(oid);
}

async function checkSizes(
  { folder, signal }: Checkout,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  const input = Buffer.from(`${[...paths.keys()].join('\n')}\n`);
  const listed = await git(['cat-file', '--batch-check'], { cwd: folder, signal, input });
  for await (const line of partsOf(listed, '\n', signal)) {
    const [oid = '', type, size] = line.split(' ');
    const path = paths.get(oid);
    if (type === 'missing') throw withheld(path);
    if (Number(size) > MAX_FILE_BYTES) {
      throw new GitError(
        `${path} has ${size} bytes; a file may have at most ${MAX_FILE_BYTES} (100 MB). Make it smaller, or link to it elsewhere`,
      );
    }
  }
}

function withheld(path: string | undefined): GitError {
  return new GitError(`The repository does not hand over ${path}`);
}

/** Parses the output of `git cat-file --batch`. */
async function* split(output: AsyncIterable<Buffer>): AsyncGenerator<GitBlob> {
  let parts: Buffer[] = [];
  let length = 0;
  let head: { oid: string; size: number } | undefined;
  for await (const chunk of output) {
    parts.push(chunk);
    length += chunk.length;
    for (;;) {
      if (!head) {
        const buffer = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
        parts = [buffer];
        const end = buffer.indexOf(LF);
        if (end < 0) break;
        const [oid = '', , size] = buffer.toString('latin1', 0, end).split(' ');
        head = { oid, size: Number(size) };
        parts = [buffer.subarray(end + 1)];
        length -= end + 1;
      }
      if (length < head.size + 1) break;
      const buffer = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      yield { oid: head.oid, bytes: buffer.subarray(0, head.size) };
      parts = [buffer.subarray(head.size + 1)];
      length -= head.size + 1;
      head = undefined;
    }
  }
}
