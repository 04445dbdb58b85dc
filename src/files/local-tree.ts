import { posix } from 'node:path';
import {
  MARKDOWN_FILE,
  pathAt,
  README,
  readSummary,
  resolvePath,
  type SummaryEntry,
} from '@docs-platform-mcp/markdown/repository';
import { hashOf } from './folder.ts';
import type { CommonBase, PageRecord } from './state.ts';

/** The table of contents. */
export const SUMMARY = 'SUMMARY.md';

/** The markdown files of a folder by path. */
export type TextFiles = Map<string, { hash: string; text: string }>;

/** The location of a page in the folder. */
export interface PagePosition {
  id: string;
  parent: string | null;
  path?: string;
  /** Its entry in the table of contents; undefined if it is not listed. */
  title?: string;
  /** Its different title there, or empty; undefined if its entry cannot have one. */
  linkTitle?: string;
}

/** The page tree that a folder describes. */
export interface FolderTree {
  /** Parents first, siblings in order. */
  places: PagePosition[];
  problems: string[];
  /** The page ids of the entries in the table of contents; null for an entry that is not a page. */
  entries: (string | null)[];
  /** Undefined if there is no table of contents. */
  text: string | undefined;
}

const SCHEME = /^([a-z][\w+.-]*:|\/\/)/i;

/** A temporary id for a page or file that the platform does not have yet, derived from its path. */
export function newId(path: string): string {
  return `new-${hashOf(path).slice(0, 16)}`;
}

export function isNewId(id: string): boolean {
  return id.startsWith('new-');
}

/**
 * Places pages as the table of contents lists them, and unlisted ones below the page of their folder. A page whose
 * entry or file is gone counts as deleted.
 */
export function tableOf(
  contents: TextFiles,
  records: ReadonlyMap<string, PageRecord>,
  side: Pick<CommonBase, 'pages' | 'gone'>,
): FolderTree {
  return new TableReader(contents, records, side).read();
}

class TableReader {
  readonly #contents: TextFiles;
  readonly #records: ReadonlyMap<string, PageRecord>;
  readonly #pages: ReadonlyMap<string, PageRecord>;
  /** Pages whose files are gone, by path. */
  readonly #gone: ReadonlyMap<string, CommonBase['gone'][number]>;
  /** Pages by the paths that their files had. */
  readonly #formerIds: ReadonlyMap<string, string>;
  readonly #paths = new Map<string, string>();
  readonly #places = new Map<string, PagePosition>();
  readonly #problems: string[] = [];
  #ids: (string | null)[] = [];

  constructor(
    contents: TextFiles,
    records: ReadonlyMap<string, PageRecord>,
    { pages, gone }: Pick<CommonBase, 'pages' | 'gone'>,
  ) {
    this.#contents = contents;
    this.#gone = new Map(gone.map((page) => [page.path, page]));
    this.#records = records;
    this.#pages = new Map(pages.map((page) => [page.id, page]));
    this.#formerIds = new Map(pages.map((page) => [formerPath(page) ?? '', page.id]));
    for (const path of contents.keys()) {
      if (path !== SUMMARY) this.#paths.set(this.#idAt(path), path);
    }
  }

  read(): FolderTree {
    const text = this.#contents.get(SUMMARY)?.text;
    const entries = text === undefined ? [] : readSummary(text);
    this.#ids = entries.map((entry) => this.#pageOf(entry));
    this.#takeRest(entries);
    const isListing = this.#ids.some((id) => id !== null && this.#pages.has(id));
    if (text !== undefined && !isListing && this.#records.size > 0) {
      this.#problems.push(`${SUMMARY} lists none of the pages: put it back, or delete the file.`);
    }
    if (isListing || this.#records.size === 0) this.#placeEntries(entries);
    this.#placeUnlisted(isListing);
    return {
      places: this.#inOrder(),
      problems: this.#problems,
      entries: this.#entryIds(entries),
      text,
    };
  }

  /** The ids of the entries, including those of deleted pages. */
  #entryIds(entries: readonly SummaryEntry[]): (string | null)[] {
    const taken = new Set(this.#ids);
    return this.#ids.map((id, index) => {
      const path = fileOf(entries[index]?.url);
      const former = id === null && path !== undefined ? this.#formerAt(path) : undefined;
      return former !== undefined && !taken.has(former) ? former : id;
    });
  }

  /** The page whose file was at this path. */
  #formerAt(path: string): string | undefined {
    const page = [...this.#pages.values()].find((one) => one.path === path || one.was === path);
    return page?.id ?? this.#gone.get(path)?.id;
  }

  #idAt(path: string): string {
    return this.#records.get(path)?.id ?? newId(path);
  }

  /** The page that an entry names by its file. */
  #pageOf({ url }: SummaryEntry): string | null {
    const path = fileOf(url);
    if (path === undefined) return null;
    if (this.#contents.has(path)) return path === SUMMARY ? null : this.#idAt(path);
    // An entry that was not updated when its file moved, or the folder that contains it.
    const moved = [...this.#records].find(
      ([now, record]) => formerPath(record) === path && this.#stays(path, now),
    );
    return moved?.[1].id ?? null;
  }

  /** Whether a moved file is still below the same page. */
  #stays(before: string, now: string): boolean {
    if (posix.dirname(before) === posix.dirname(now) || folderOf(before) === folderOf(now))
      return true;
    const owner = this.#ownerAt(now, (path) =>
      this.#contents.has(path) ? this.#idAt(path) : null,
    );
    return owner === this.#ownerAt(before, (path) => this.#formerIds.get(path) ?? null);
  }

  /** The page of the nearest folder that has one. */
  #ownerAt(path: string, idAt: (path: string) => string | null): string | null {
    for (let folder = folderOf(path); folder !== '.'; folder = posix.dirname(folder)) {
      const owner = idAt(`${folder}/README.md`) ?? idAt(`${folder}.md`);
      if (owner !== null) return owner;
    }
    return null;
  }

  /** Groups and links have no files: they are matched by title, and the rest by order. */
  #takeRest(entries: readonly SummaryEntry[]): void {
    const seen = new Set<string>();
    for (const [index, id] of this.#ids.entries()) {
      if (id !== null && seen.has(id)) this.#ids[index] = null;
      else if (id !== null) seen.add(id);
    }
    const left = [...this.#pages.values()].filter(({ path }) => path === undefined);
    const open = [...entries.keys()].filter(
      (index) => this.#ids[index] === null && this.#isFileless(entries[index]),
    );
    for (const byTitle of [true, false]) {
      for (const index of open) {
        const { kind, title } = entries[index] as SummaryEntry;
        if (this.#ids[index] !== null) continue;
        const at = left.findIndex(
          (page) =>
            (page.type === 'group') === (kind === 'group') && (!byTitle || page.title === title),
        );
        if (at >= 0) this.#ids[index] = left.splice(at, 1)[0]?.id ?? null;
      }
    }
    for (const index of open)
      if (this.#ids[index] === null) this.#refuse(entries[index] as SummaryEntry);
  }

  #isFileless(entry: SummaryEntry | undefined): boolean {
    if (!entry || entry.kind === 'other') return false;
    const path = fileOf(entry.url);
    return path === undefined || this.#formerAt(path) === undefined;
  }

  #refuse({ kind, title, url }: SummaryEntry): void {
    const path = fileOf(url);
    if (path !== undefined) {
      this.#problems.push(
        `${SUMMARY} lists ${path}, which does not exist: write it, or remove the entry.`,
      );
      return;
    }
    const what = kind === 'group' ? 'group' : url === undefined ? 'entry without a file' : 'link';
    this.#problems.push(
      `${SUMMARY} has the new ${what} ${JSON.stringify(title)}, which cannot be created through the API: create it in the app and pull.`,
    );
  }

  #placeEntries(entries: readonly SummaryEntry[]): void {
    for (const [index, { title, linkTitle = '', parent, url }] of entries.entries()) {
      const id = this.#ids[index];
      if (id === null || id === undefined) continue;
      let above = parent;
      while (above !== undefined && this.#ids[above] === null) above = entries[above]?.parent;
      const path = this.#paths.get(id);
      const place = {
        id,
        parent: above === undefined ? null : (this.#ids[above] ?? null),
        path,
        title,
        ...(url !== undefined && { linkTitle }),
      };
      this.#places.set(id, place);
    }
  }

  /** Pages that the table of contents does not list: new files, moved ones, and all pages if it is missing. */
  #placeUnlisted(isListing: boolean): void {
    const owners = this.#ownersOfFolders();
    const stays = (page: PageRecord) =>
      !isListing ||
      page.listed === false ||
      (page.path !== undefined && page.path !== this.#paths.get(page.id));
    for (const page of this.#pages.values()) {
      const path = this.#paths.get(page.id);
      const isGone = page.path !== undefined && path === undefined;
      if (this.#places.has(page.id) || isGone || !stays(page)) continue;
      const isMoved =
        path !== undefined && page.path !== undefined && folderOf(path) !== folderOf(page.path);
      const parent = isMoved ? this.#parentAt(path, owners) : this.#presentParent(page);
      this.#places.set(page.id, { id: page.id, parent, path });
    }
    const added = [...this.#paths].filter(
      ([id, path]) => !this.#places.has(id) && !this.#pages.has(id) && !this.#isLeft(path),
    );
    for (const [id, path] of added.sort(
      ([, a], [, b]) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1),
    )) {
      this.#places.set(id, { id, parent: this.#parentAt(path, owners), path });
    }
  }

  /** Whether it is the file of a page that was deleted by taking it out of the table of contents. */
  #isLeft(path: string): boolean {
    const file = this.#gone.get(path)?.file;
    return file !== undefined && file === this.#contents.get(path)?.hash;
  }

  #presentParent({ parent }: PageRecord): string | null {
    let above = parent;
    for (const seen = new Set<string>(); above !== null && !seen.has(above); ) {
      seen.add(above);
      const page = this.#pages.get(above);
      if (this.#places.has(above) || (page && !page.path) || this.#paths.has(above)) return above;
      above = page?.parent ?? null;
    }
    return null;
  }

  /** For each folder, the page that its files were below. */
  #ownersOfFolders(): Map<string, string | null> {
    const owners = new Map<string, string | null>();
    for (const { path, parent } of this.#pages.values()) {
      if (path !== undefined && !owners.has(folderOf(path))) owners.set(folderOf(path), parent);
    }
    return owners;
  }

  #parentAt(path: string, owners: ReadonlyMap<string, string | null>): string | null {
    for (let folder = folderOf(path); folder !== '.'; folder = posix.dirname(folder)) {
      const own = [`${folder}/README.md`, `${folder}.md`].find(
        (file) => this.#contents.has(file) && file !== path,
      );
      if (own !== undefined) return this.#idAt(own);
      const owner = owners.get(folder);
      if (owner && this.#places.has(owner)) return owner;
    }
    return null;
  }

  #inOrder(): PagePosition[] {
    const below = new Map<string | null, PagePosition[]>();
    for (const place of this.#places.values()) {
      const parent = place.parent !== null && this.#places.has(place.parent) ? place.parent : null;
      const known = below.get(parent);
      if (known) known.push({ ...place, parent });
      else below.set(parent, [{ ...place, parent }]);
    }
    const ordered: PagePosition[] = [];
    const pending = [...(below.get(null) ?? [])].reverse();
    for (let place = pending.pop(); place; place = pending.pop()) {
      ordered.push(place);
      pending.push(...[...(below.get(place.id) ?? [])].reverse());
    }
    // Pages that form a cycle have no position of their own.
    const placed = new Set(ordered.map(({ id }) => id));
    const lost = [...this.#places.values()].filter(({ id }) => !placed.has(id));
    return [...ordered, ...lost.map((place) => ({ ...place, parent: null }))];
  }
}

function formerPath({ path, was }: PageRecord): string | undefined {
  return was ?? path;
}

/** The file that an entry names; undefined if it leads elsewhere or to a place within a file. */
export function fileOf(url: string | undefined): string | undefined {
  if (url === undefined || SCHEME.test(url)) return undefined;
  const path = [pathAt('', url), url.includes('#') ? undefined : resolvePath('', url)];
  return path.find((one) => one !== undefined && MARKDOWN_FILE.test(one));
}

/** The folder that contains a page. A README counts as being where its folder is. */
function folderOf(path: string): string {
  return README.test(path) ? posix.dirname(posix.dirname(path)) : posix.dirname(path);
}

function depthOf(path: string): number {
  return path.split('/').length - (README.test(path) ? 1 : 0);
}
