/** What determines the file name of a page. */
export interface LaidOutPage {
  id: string;
  /** Null at the root. */
  parent: string | null;
  slug: string;
  type: string;
}

/** A page and its file in a repository; groups and links have no file. */
export interface Layout<Page extends LaidOutPage = LaidOutPage> {
  page: Page;
  path: string | undefined;
  /** Number of ancestors that are pages, without groups. */
  depth: number;
}

/** Characters that some file systems do not allow in names. */
const UNSAFE = /[<>:"|*\\/?#%\p{Cc}]+/gu;

/** Device names on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Reserved for the table of contents. */
const RESERVED = ['SUMMARY.md'];

/**
 * The file of every page in reading order, parents first, siblings in order. If none is known yet, the first page is
 * the README, and a page with subpages is the README of its folder. No two names of files or folders differ only in
 * case or Unicode composition, because some file systems treat those as equal.
 */
export function layoutOf<Page extends LaidOutPage>(
  pages: readonly Page[],
  known: ReadonlyMap<string, { path: string }>,
): Layout<Page>[] {
  const taken = new Set(
    [...RESERVED, ...[...known.values()].map(({ path }) => path)].map(foldCase),
  );
  const folders = foldersOf([...known.values()].map(({ path }) => path));
  const below = new Map<string | null, Page[]>();
  for (const page of pages) {
    const siblings = below.get(page.parent);
    if (siblings) siblings.push(page);
    else below.set(page.parent, [page]);
  }
  const placed: Layout<Page>[] = [];
  const fileOf = (page: Page, own: string, isFirst: boolean): string => {
    const isFolder = (below.get(page.id) ?? []).length > 0;
    const isHome = isFirst && !taken.has('readme.md');
    const file = isHome ? 'README.md' : isFolder ? `${own}/README.md` : `${own}.md`;
    const free = taken.has(foldCase(file)) ? `${own}-${page.id}.md` : file;
    taken.add(foldCase(free));
    return free;
  };
  const place = (page: Page, folder: string, depth: number, isFirst: boolean): void => {
    const own = folder + safeName(page.slug, page.id);
    const path =
      page.type === 'document'
        ? (known.get(page.id)?.path ?? fileOf(page, own, isFirst))
        : undefined;
    placed.push({ page, path, depth });
    const inside = folderOfReadme(path) ?? folders.get(foldCase(`${own}/`)) ?? `${own}/`;
    for (const child of below.get(page.id) ?? []) {
      place(child, inside, page.type === 'group' ? depth : depth + 1, false);
    }
  };
  for (const [index, page] of (below.get(null) ?? []).entries()) {
    place(page, '', 0, index === 0 && page.type === 'document');
  }
  return placed;
}

/** The folder of which a file is the README; undefined for that at the root, whose folder has all pages. */
function folderOfReadme(path: string | undefined): string | undefined {
  return path === undefined ? undefined : /^(.+\/)README\.md$/i.exec(path)?.[1];
}

/** The folders of some files, at any depth, by their folded paths. */
function foldersOf(files: readonly string[]): Map<string, string> {
  const folders = new Map<string, string>();
  for (const file of files) {
    for (let end = file.indexOf('/'); end !== -1; end = file.indexOf('/', end + 1)) {
      const folder = file.slice(0, end + 1);
      if (!folders.has(foldCase(folder))) folders.set(foldCase(folder), folder);
    }
  }
  return folders;
}

/** Where files that pages show are kept. */
const ASSETS = '.gitbook/assets/';

/** The path of a file that has none yet. `taken` are the folded paths of others, to which it is added. */
export function assetPath({ id, name }: { id: string; name: string }, taken: Set<string>): string {
  const safe = safeName(name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-'), id);
  const path = taken.has(foldCase(ASSETS + safe)) ? `${ASSETS}${id}-${safe}` : ASSETS + safe;
  taken.add(foldCase(path));
  return path;
}

/** A name that every file system allows and that is not hidden; `otherwise` if nothing is left of it. */
export function safeName(name: string, otherwise: string): string {
  const safe = name
    .replaceAll(UNSAFE, '-')
    .replace(/^\.+/, '')
    .replace(/(?<![. ])[. ]+$/, '');
  return DEVICE.test(safe) ? `${safe}-` : safe || otherwise;
}

/** A path in the form in which case-insensitive, normalising file systems compare it. */
export function foldCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
