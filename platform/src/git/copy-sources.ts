import type { PageAttributes } from '../content/model.ts';
import type { Database } from '../store/database.ts';
import {
  fileSources,
  pageSources,
  putFileSource,
  putPageSource,
  putTreeSource,
  treeSource,
} from './sources.ts';

/** Maps objects of a space to their counterparts in the copy. */
export interface Copied {
  page: (id: string) => string;
  /** Undefined for a file that no longer exists in the space. */
  file: (id: string) => string | undefined;
  document: (id: string | null) => string | null;
  attributes: (attributes: PageAttributes) => PageAttributes;
}

/** The texts that the files of a space's pages represented when they were last read or written. */
export function sourceDocuments(db: Database, space: string): string[] {
  return [...pageSources(db, space).values()].flatMap(({ state }) => state?.document ?? []);
}

/** Gives the copy of a space what is known about the files of the space's repository. */
export function copySources(
  db: Database,
  { from, to }: { from: string; to: string },
  copied: Copied,
): void {
  for (const [page, { state, ...source }] of pageSources(db, from)) {
    putPageSource(db, to, copied.page(page), {
      ...source,
      state: state && {
        ...state,
        document: copied.document(state.document),
        attributes: copied.attributes(state.attributes),
      },
    });
  }
  for (const [file, source] of fileSources(db, from)) {
    const id = copied.file(file);
    if (id !== undefined) putFileSource(db, to, id, source);
  }
  const tree = treeSource(db, from);
  if (!tree) return;
  const redirects = Object.entries(tree.redirects).map(([path, page]) => [path, copied.page(page)]);
  putTreeSource(db, to, {
    ...tree,
    entries: tree.entries.map((page) => page && copied.page(page)),
    redirects: Object.fromEntries(redirects),
  });
}
