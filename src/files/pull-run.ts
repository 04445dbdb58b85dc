import { layoutOf, type RepositoryPaths } from '@docs-platform-mcp/markdown/repository';
import type { Bodies } from './bodies.ts';
import { changedFacts, hasOwnText } from './changes.ts';
import { hashOf } from './folder.ts';
import { type Local, type LocalPage, slugOf } from './local.ts';
import { type FolderTree, newId, SUMMARY } from './local-tree.ts';
import { mergeBodies, mergeFacts } from './merge.ts';
import { hadPath } from './record.ts';
import type { Remote, RemotePage } from './remote.ts';
import type { CommonBase, PageFacts, PageRecord } from './state.ts';
import type { FileWrite, Store } from './store.ts';
import { summaryText } from './summary.ts';
import { headingOf, isTitled, pageFileText } from './text.ts';
import { stepsFor, Tree } from './tree.ts';

/** The inputs of a pull. */
export interface PullInput {
  store: Store;
  remote: Remote;
  side: CommonBase;
  local: Local;
  bodies: Bodies;
}

/** The merged state of a page. */
interface MergedPage {
  facts: PageFacts;
  body: string;
  conflict: boolean;
  /** Whether the file has to be written. */
  isStale: boolean;
}

/** Pages that were deleted on the platform. */
interface RemovedPage {
  /** New ids of those that were changed locally, and stay as new pages. */
  renamed: ReadonlyMap<string, string>;
  removed: readonly LocalPage[];
}

/** Computes the merged content of a folder. */
export class PullRun {
  readonly conflicts: string[] = [];
  readonly #sides: PullInput;
  readonly #known: ReadonlyMap<string, PageRecord>;
  readonly #local: ReadonlyMap<string, LocalPage>;
  readonly #remote: ReadonlyMap<string, RemotePage>;
  readonly #outcomes = new Map<string, MergedPage>();

  constructor(sides: PullInput) {
    this.#sides = sides;
    this.#known = new Map(sides.side.pages.map((page) => [page.id, page]));
    this.#local = new Map(sides.local.pages.map((page) => [page.id, page]));
    this.#remote = new Map(sides.remote.pages.map((page) => [page.id, page]));
  }

  async run(
    files: CommonBase['files'],
  ): Promise<{ writes: FileWrite[] } & Pick<CommonBase, 'pages' | 'gone'>> {
    const { local, remote, store } = this.#sides;
    const deleted = this.#goneHere();
    const restored = await this.#restored();
    for (const page of remote.pages) this.#outcomes.set(page.id, await this.#outcomeOf(page));
    const tree = this.#treeOf(deleted, restored);
    const ordered = tree.inOrder().map(({ id, parent }) => ({ ...this.#laidOut(id), parent }));
    const placed = layoutOf(ordered, this.#knownPaths(deleted));
    const paths: RepositoryPaths = {
      pages: new Map(
        placed.flatMap(({ page, path }) => (path === undefined ? [] : [[page.id, path]])),
      ),
      files: new Map(files.flatMap(({ id, path }) => (path === undefined ? [] : [[id, path]]))),
    };
    const writes: FileWrite[] = [];
    const pages: PageRecord[] = [];
    for (const page of remote.pages) {
      const path = paths.pages.get(page.id) ?? this.#known.get(page.id)?.path;
      const { record, write } = await this.#written(page, path, paths, tree.has(page.id));
      pages.push(record);
      if (write) writes.push(write);
    }
    for (const { path, file } of deleted.removed) {
      if (path !== undefined) writes.push({ path, content: undefined, before: file });
    }
    const summary = summaryText(placed, paths, this.#table(deleted));
    const before = local.table.text;
    if (before !== summary) {
      writes.push({
        path: SUMMARY,
        content: summary,
        before: before === undefined ? undefined : hashOf(before),
      });
    }
    for (const { content } of writes) if (content !== undefined) await store.put(content);
    const left = this.#sides.side.pages.filter(({ id }) => !this.#remote.has(id));
    const taken = new Set([...paths.pages.values()]);
    const tombs = [
      ...this.#sides.side.gone,
      ...left.flatMap(({ id, path }) => (path === undefined ? [] : this.#tombOf(id, path))),
    ].filter(({ path }) => !taken.has(path));
    return { writes, pages, gone: tombs };
  }

  /** Pages deleted on the platform: those that were changed locally become new pages. */
  #goneHere(): RemovedPage {
    const renamed = new Map<string, string>();
    const removed: LocalPage[] = [];
    for (const page of this.#local.values()) {
      const record = this.#known.get(page.id);
      if (page.isNew || !record || this.#remote.has(page.id)) continue;
      const isOwn = hasOwnText(page, record) || changedFacts(record, page).length > 0;
      if (!isOwn || page.path === undefined) removed.push(page);
      else {
        renamed.set(page.id, newId(page.path));
        this.conflicts.push(
          `${page.path} was deleted on the platform and changed here: it stays, as a new page.`,
        );
      }
    }
    return { renamed, removed };
  }

  /** A page that both sides deleted may have left its file here. */
  #tombOf(id: string, path: string): CommonBase['gone'] {
    const { deleted, texts } = this.#sides.local;
    const file = deleted.some((page) => page.id === id) ? texts.get(path) : undefined;
    return [{ id, path, ...(file !== undefined && { file: hashOf(file) }) }];
  }

  /** Pages deleted locally and changed on the platform: they are restored. */
  async #restored(): Promise<Set<string>> {
    const restored = new Set<string>();
    for (const { id } of this.#sides.local.deleted) {
      const [record, page] = [this.#known.get(id), this.#remote.get(id)];
      if (!record || !page) continue;
      const isSame =
        changedFacts(record, page).length === 0 &&
        hashOf(await this.#sides.bodies.get(id)) === hashOf(await this.#sides.bodies.former(id));
      if (isSame) continue;
      restored.add(id);
      this.conflicts.push(
        `${record.path ?? record.title} was deleted here and changed on the platform: it was restored. Delete it again if you do not want it.`,
      );
    }
    return restored;
  }

  async #outcomeOf(page: RemotePage): Promise<MergedPage> {
    const { bodies } = this.#sides;
    const [record, local] = [this.#known.get(page.id), this.#local.get(page.id)];
    const there = page.type === 'document' ? await bodies.get(page.id) : '';
    if (!record || !local) return { facts: page, body: there, conflict: false, isStale: true };
    const former = await bodies.former(page.id);
    const { facts, contested } = mergeFacts(record, local, page);
    const name = local.path ?? local.title;
    for (const { name: fact, here, there } of contested) {
      this.conflicts.push(
        `${name}: the ${fact} is ${JSON.stringify(here ?? '')} here and ${JSON.stringify(there ?? '')} on the platform. It stays as it is here.`,
      );
    }
    const here = local.body ?? former;
    const { text: body, conflict } = mergeBodies(former, here, there);
    if (conflict)
      this.conflicts.push(
        `${name} was changed on both sides: it contains both versions, between markers.`,
      );
    const isStale = body !== here || changedFacts(local, facts).length > 0;
    return { facts, body, conflict, isStale };
  }

  #treeOf(deleted: RemovedPage, restored: ReadonlySet<string>): Tree {
    const { local, remote, side } = this.#sides;
    const removed = new Set(deleted.removed.map(({ id }) => id));
    const rename = (id: string | null) => (id === null ? null : (deleted.renamed.get(id) ?? id));
    const target = local.pages
      .filter(({ id }) => !removed.has(id))
      .map(({ id, parent }) => ({ id: rename(id) as string, parent: rename(parent) }));
    const base = side.pages.filter(({ id }) => this.#remote.has(id) && !restored.has(id));
    const tree = new Tree(remote.pages);
    const { kept } = stepsFor(tree, base, target);
    for (const id of kept) {
      const name = this.#known.get(id)?.path ?? this.#remote.get(id)?.title;
      this.conflicts.push(
        `${name} was moved or deleted here, and pages were put below it on the platform: it is where it is there.`,
      );
    }
    return tree;
  }

  #laidOut(id: string) {
    const [page, local] = [this.#remote.get(id), this.#local.get(id)];
    const facts = this.#outcomes.get(id)?.facts;
    const own = local ?? this.#newPage(id);
    const source = page ?? own;
    if (!source) throw new Error(`${id} is on no side`);
    const { title, slug, attributes } = facts ?? source;
    const { linkTitle } = attributes;
    return { id, type: source.type, title, linkTitle, slug, href: page?.href ?? own?.href };
  }

  /** A page that exists only in this folder. */
  #newPage(id: string): LocalPage | undefined {
    return this.#sides.local.pages.find(({ path }) => path !== undefined && newId(path) === id);
  }

  /** Existing files keep their paths. A new file never replaces one that is not a page. */
  #knownPaths({ removed }: RemovedPage): Map<string, { path: string }> {
    const known = new Map<string, { path: string }>();
    for (const { id, path } of this.#sides.side.pages)
      if (path !== undefined) known.set(id, { path });
    for (const { id, path } of this.#local.values()) {
      if (path !== undefined) known.set(this.#remote.has(id) ? id : newId(path), { path });
    }
    for (const { id } of removed) known.delete(id);
    return known;
  }

  async #written(
    page: RemotePage,
    path: string | undefined,
    paths: RepositoryPaths,
    isPresent: boolean,
  ): Promise<{ record: PageRecord; write: FileWrite | undefined }> {
    const { store, bodies } = this.#sides;
    const { location: _, hasChildren: __, ...facts } = page;
    if (page.type !== 'document' || path === undefined) return { record: facts, write: undefined };
    const [record, local] = [this.#known.get(page.id), this.#local.get(page.id)];
    const there = await bodies.get(page.id);
    const text = await store.put(there);
    const outcome = this.#outcomes.get(page.id) as MergedPage;
    const former = local?.path === undefined ? undefined : this.#sides.local.texts.get(local.path);
    const print = (facts: PageFacts, body: string) =>
      pageFileText(facts, body, { path, paths, former, keepsSlug: keepsSlug(path, facts) });
    const isKept = record !== undefined && local !== undefined && !outcome.isStale;
    const content = isKept ? undefined : print(outcome.facts, outcome.body);
    const isEqual = outcome.body === there && changedFacts(outcome.facts, page).length === 0;
    const isAsBefore = record?.text === text && changedFacts(record, page).length === 0;
    const title = headingOf(page.title);
    // Unsent changes must remain visible as a difference from this state.
    const said = isKept ? record.said : { file: title, listed: title };
    const now = content === undefined ? local?.file : hashOf(content);
    // The name of a renamed file is an unsent slug: it must remain visible as well.
    const isRenamed = record?.path !== undefined && outcome.facts.slug !== page.slug;
    return {
      record: {
        ...facts,
        ...(isRenamed
          ? { path: record.path, was: record.was }
          : { path, ...hadPath(record, path) }),
        text,
        titled: isKept ? (record.titled ?? true) : isTitled(outcome.body),
        listed: true,
        ...(said && { said }),
        file: isEqual ? now : isAsBefore ? record.file : hashOf(print(page, there)),
        ...(outcome.conflict && { conflict: true }),
      },
      write:
        isPresent && content !== undefined ? { path, content, before: local?.file } : undefined,
    };
  }

  #table({ renamed }: RemovedPage): FolderTree {
    const { table } = this.#sides.local;
    return {
      ...table,
      entries: table.entries.map((id) => (id === null ? null : (renamed.get(id) ?? id))),
    };
  }
}

/** Whether the path of a file does not show the slug of its page. */
function keepsSlug(path: string, { title, slug }: PageFacts): boolean {
  return path === 'README.md' && slug !== slugOf(title);
}
