import { posix } from 'node:path';
import { eachInTurns } from '../runtime/turns.ts';
import { forEachBlob } from './blobs.ts';
import { type Checkout, listFiles, type TreeFile } from './checkout.ts';

/** Longer paths are not followed. */
const MAX_TARGET = 4096;

/** Maximum number of symbolic links that are followed one after another. */
const MAX_LINKS = 10;

/**
 * The files of the commit under a directory. Symbolic links are replaced by the files that they point to, and left out
 * if those are not in the repository.
 */
export async function listFollowed(checkout: Checkout, directory: string): Promise<TreeFile[]> {
  const listed = await listFiles(checkout, directory);
  if (!listed.some(isLink)) return listed;
  const all = directory === '' ? listed : await listFiles(checkout, '');
  const byPath = new Map<string, TreeFile>();
  await eachInTurns(all, (file) => byPath.set(file.path, file));
  const targets = new Map<string, string>();
  await forEachBlob(checkout, all.filter(isLink), ({ oid, bytes }) => {
    if (bytes.byteLength <= MAX_TARGET) targets.set(oid, bytes.toString());
  });
  const followed: TreeFile[] = [];
  await eachInTurns(listed, (link) => {
    checkout.signal.throwIfAborted();
    let path = posix.join(directory, link.path);
    let file: TreeFile | undefined = link;
    for (let hop = 0; file && isLink(file) && hop < MAX_LINKS; hop += 1) {
      const target = targets.get(file.oid) ?? '/';
      path = posix.isAbsolute(target) ? target : posix.join(path, '..', target);
      file = byPath.get(path);
    }
    if (file && !isLink(file)) followed.push({ ...file, path: link.path });
  });
  return followed;
}

function isLink({ mode }: TreeFile): boolean {
  return mode === '120000';
}
