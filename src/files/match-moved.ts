import { posix } from 'node:path';
import { SUMMARY, type TextFiles } from './local-tree.ts';
import type { PageRecord } from './state.ts';
import type { Store } from './store.ts';

/** Minimum share of common lines for a file to count as a moved page. */
const SIMILAR = 0.5;

/** Maximum number of pairs compared line by line. */
const MAX_PAIRS = 10_000;

type IsSame = (page: PageRecord, path: string) => boolean;

/**
 * Matches files with pages, by path. A file at a new path is the page of a missing file if it is identical, or
 * similar enough.
 */
export async function matchMoved(
  pages: readonly PageRecord[],
  contents: TextFiles,
  store: Store,
): Promise<Map<string, PageRecord>> {
  const records = new Map<string, PageRecord>();
  const missing = new Set<PageRecord>();
  for (const page of pages) {
    if (page.path === undefined) continue;
    if (contents.has(page.path)) records.set(page.path, page);
    else missing.add(page);
  }
  const added = new Set(
    [...contents.keys()].filter((path) => !records.has(path) && path !== SUMMARY),
  );
  const take = (isSame: IsSame): void => {
    for (const page of missing) {
      const path = [...added].find((candidate) => isSame(page, candidate));
      if (path === undefined) continue;
      records.set(path, page);
      added.delete(path);
      missing.delete(page);
    }
  };
  if (missing.size * added.size > MAX_PAIRS) return records;
  const isEqual: IsSame = (page, path) => contents.get(path)?.hash === page.file;
  take(
    (page, path) => isEqual(page, path) && posix.basename(page.path ?? '') === posix.basename(path),
  );
  take(isEqual);
  if (missing.size === 0 || added.size === 0) return records;
  const before = new Map<PageRecord, Set<string>>();
  for (const page of missing)
    before.set(page, linesOf(page.text ? await store.text(page.text) : ''));
  const after = new Map([...added].map((path) => [path, linesOf(contents.get(path)?.text ?? '')]));
  take((page, path) => isLike(before.get(page), after.get(path)));
  return records;
}

function linesOf(text: string): Set<string> {
  return new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
}

function isLike(left = new Set<string>(), right = new Set<string>()): boolean {
  const shared = [...left].filter((line) => right.has(line)).length;
  return shared > 0 && shared >= SIMILAR * Math.max(left.size, right.size);
}
