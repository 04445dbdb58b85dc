import { posix } from 'node:path';
import { layoutOf, type RepositoryPaths } from '@docs-platform-mcp/markdown/repository';
import { lookup as mediaTypeOf } from 'mrmime';
import { Bodies, type OnDone } from './bodies.ts';
import { hashOf } from './folder.ts';
import { type LocalFile, readLocal } from './local.ts';
import { SUMMARY } from './local-tree.ts';
import { FilesError } from './problem.ts';
import { pull } from './pull.ts';
import { type PlannedChange, type PushPlan, planPush } from './push-plan.ts';
import { hadPath, recordSent } from './record.ts';
import { recover, withRequest } from './recover.ts';
import type { SpaceApi } from './remote.ts';
import { type FolderState, type OpenRequest, sideOf, withFlight } from './state.ts';
import { folderStatus, loadState, readBothSides } from './status.ts';
import type { Store } from './store.ts';
import { summaryText } from './summary.ts';
import { headingOf } from './text.ts';

/** Options of a push. */
export interface PushOptions {
  /** Subject of a new change request. */
  subject?: string;
  /** The id or number of a change request to continue. */
  existing?: string;
  dryRun?: boolean;
  onDone?: OnDone;
}

/** An item that was sent, or would be. */
export interface SentItem {
  kind: 'file' | 'new' | 'changed' | 'deleted';
  path: string;
  /** The parts of a page that are sent. */
  fields?: string[];
}

/** The outcome of a push, or of a dry run. */
export interface Pushed {
  space: FolderState['space'];
  changeRequest?: OpenRequest;
  dryRun?: true;
  sent: SentItem[];
  /** Conflicts to resolve first; nothing was sent. */
  conflicts: string[];
  problems: string[];
  notes: string[];
}

/** Maximum changes, and files, in one call of the platform. */
const CHANGES_AT_ONCE = 50;
const FILES_AT_ONCE = 20;

/** Maximum characters of text, and bytes of files, in one request. A larger item is sent alone. */
const SIZE_AT_ONCE = 2_000_000;

/**
 * Sends the changes of a folder as a change request. Each step is recorded in the state, so that an interrupted push
 * continues where it stopped.
 */
export async function push(
  store: Store,
  platform: SpaceApi,
  loaded: FolderState,
  options: PushOptions,
): Promise<Pushed> {
  return new PushRun(store, platform, options).run(loaded);
}

class PushRun {
  readonly #store: Store;
  readonly #platform: SpaceApi;
  readonly #options: PushOptions;
  readonly #sent: SentItem[] = [];
  /** Texts sent in this run: a text that the platform stores in another form must not be sent repeatedly. */
  readonly #attempted = new Set<string>();

  constructor(store: Store, platform: SpaceApi, options: PushOptions) {
    this.#store = store;
    this.#platform = platform;
    this.#options = options;
  }

  async run(loaded: FolderState): Promise<Pushed> {
    const { dryRun } = this.#options;
    let state = dryRun ? loaded : await recover(loaded, this.#store, this.#platform);
    const notes = new Set<string>();
    const merged = dryRun ? undefined : await this.#merge(state);
    if (merged) {
      state = merged.state;
      if (merged.conflicts.length > 0) {
        const { conflicts } = merged;
        return {
          space: state.space,
          sent: [],
          conflicts,
          problems: [],
          notes: [],
          ...requestOf(state),
        };
      }
    }
    for (;;) {
      const looked = await readBothSides(state, this.#store, this.#platform);
      state = looked.state;
      if (looked.note) notes.add(looked.note);
      for (const note of looked.local.notes) notes.add(note);
      const bodies = new Bodies(this.#platform, looked.remote, looked.side, this.#store);
      const plan = await planPush({ ...looked, bodies, platform: this.#platform });
      for (const note of plan.notes) notes.add(note);
      const left = {
        ...plan,
        changes: plan.changes.filter((change) => !this.#attempted.has(keyOf(change))),
      };
      const common = {
        space: state.space,
        sent: this.#sent,
        conflicts: plan.conflicts,
        problems: plan.problems,
        notes: [...notes],
      };
      const isBlocked = plan.conflicts.length + plan.problems.length > 0;
      if (dryRun)
        return {
          ...common,
          sent: [...sentFiles(left.files), ...plannedItems(left).map(sentOf)],
          dryRun: true,
          ...requestOf(state),
        };
      if (isBlocked) return { ...common, ...requestOf(state) };
      if (left.files.length + left.changes.length === 0) {
        for (const { path } of plan.changes)
          notes.add(`${path}: the platform keeps it in another form.`);
        state = await this.#finish(state, plan);
        return { ...common, notes: [...notes], ...requestOf(state) };
      }
      state = state.sent ? await this.#step(state, left) : await this.#open(state, left);
    }
  }

  /** Merges pages that both sides changed into the folder; undefined if there are none. */
  async #merge(
    loaded: FolderState,
  ): Promise<{ state: FolderState; conflicts: string[] } | undefined> {
    const looked = await readBothSides(loaded, this.#store, this.#platform);
    const { both, problems } = folderStatus(looked);
    if (both.length === 0 || problems.length > 0) return undefined;
    await this.#store.save(looked.state);
    const { conflicts } = await pull(this.#store, this.#platform, looked.state.space);
    return { state: await loadState(this.#store), conflicts };
  }

  /** Creates the change request, or opens the one that is named. */
  async #open(state: FolderState, plan: PushPlan): Promise<FolderState> {
    const { existing, subject = subjectFor(plan) } = this.#options;
    const spaceId = state.space.id;
    if (existing !== undefined) {
      const request = await this.#platform.request(spaceId, existing.replace(/^#/, ''));
      if (request.status !== 'draft' && request.status !== 'open') {
        throw new FilesError(
          `Change request #${request.number} is ${request.status}: it accepts no changes.`,
        );
      }
      return this.#saved(withRequest(state, request));
    }
    const after = Math.max(
      0,
      ...(await this.#platform.requests(spaceId)).map(({ number }) => number),
    );
    await this.#store.save(withFlight(state, { request: { subject, after } }));
    return this.#saved(withRequest(state, await this.#platform.create(spaceId, subject)));
  }

  /** Sends a batch. */
  async #step(state: FolderState, plan: PushPlan): Promise<FolderState> {
    if (!state.sent) throw new Error('there is no change request');
    const location = { spaceId: state.space.id, changeRequestId: state.sent.request.id };
    const total = this.#sent.length + plan.files.length + plan.changes.length;
    if (plan.files.length > 0) {
      const files = firstBatch(plan.files, FILES_AT_ONCE, ({ size }) => size);
      const flying = files.map(({ path, size, hash, replaces }) => ({
        path,
        name: posix.basename(path),
        size,
        hash,
        ...(replaces !== undefined && { replaces }),
      }));
      await this.#store.save(withFlight(state, { files: flying }));
      await this.#platform.edit(location, [
        { operation: 'insert_files', files: await this.#contents(files) },
      ]);
      const reached = await recover(
        withFlight(state, { files: flying }),
        this.#store,
        this.#platform,
      );
      this.#sent.push(...sentFiles(files));
      for (const file of files) {
        if (
          sideOf(reached).files.some(({ path, hash }) => path === file.path && hash === file.hash)
        )
          continue;
        throw new FilesError(
          `${file.path} was sent, and the platform does not list it. Push again.`,
        );
      }
      this.#options.onDone?.(this.#sent.length, total);
      return reached;
    }
    const changes = nextChanges(plan.changes);
    const inserted = changes.filter(({ change }) => change.operation === 'insert_page');
    const flight = {
      pages: inserted.map(({ change: { into, slug, title = '' }, path }) => ({
        path,
        parent: into ?? null,
        title,
        slug: String(slug ?? ''),
      })),
    };
    await this.#store.save(withFlight(state, flight));
    await this.#platform.edit(
      location,
      changes.map(({ change }) => change),
    );
    for (const change of changes) this.#attempted.add(keyOf(change));
    const reached = await recordSent(state, changes, this.#store, this.#platform);
    this.#sent.push(...changes.map(sentOf));
    this.#options.onDone?.(this.#sent.length, total);
    return this.#saved(reached);
  }

  async #contents(files: readonly LocalFile[]): Promise<object[]> {
    const contents: object[] = [];
    for (const { path, size, hash } of files) {
      const bytes = await this.#store.folder.read(path, size);
      if (!bytes || hashOf(bytes) !== hash)
        throw new FilesError(`${path} was changed meanwhile. Push again.`);
      const name = posix.basename(path);
      contents.push({
        name,
        contentType: mediaTypeOf(name) ?? 'application/octet-stream',
        base64: bytes.toString('base64'),
      });
    }
    return contents;
  }

  async #saved(state: FolderState): Promise<FolderState> {
    await this.#store.save(state);
    return state;
  }

  /** Adds pages that the table of contents lacks, and updates titles that differ. */
  async #finish(reached: FolderState, { settled }: PushPlan): Promise<FolderState> {
    const state =
      reached.sent && settled.length > 0
        ? await recordSent(reached, settled, this.#store, this.#platform)
        : reached;
    const side = sideOf(state);
    const local = await readLocal(this.#store, side);
    const paths: RepositoryPaths = {
      pages: new Map(
        local.pages.flatMap(({ id, path }) => (path === undefined ? [] : [[id, path]])),
      ),
      files: new Map(local.files.map(({ id, path }) => [id, path])),
    };
    const known = new Map([...paths.pages].map(([id, path]) => [id, { path }]));
    if (local.problems.length > 0) return this.#saved(state);
    const { text } = local.table;
    const pages = local.pages.map((page) => ({ ...page, linkTitle: page.attributes.linkTitle }));
    const content = summaryText(layoutOf(pages, known), paths, local.table);
    const listed = side.pages.map((page) => {
      const path = paths.pages.get(page.id);
      if (path === undefined) return page;
      const said = { ...page.said, listed: headingOf(page.title) };
      return { ...page, path, ...hadPath(page, path), listed: true, said };
    });
    const next: FolderState = state.sent
      ? { ...state, sent: { ...state.sent, pages: listed } }
      : { ...state, base: { ...side, pages: listed } };
    const before = text === undefined ? undefined : hashOf(text);
    return this.#store.apply(content === text ? [] : [{ path: SUMMARY, content, before }], next);
  }
}

function requestOf({ sent }: FolderState): { changeRequest?: OpenRequest } {
  return sent ? { changeRequest: sent.request } : {};
}

/** Changes that are independent of each other. */
function nextChanges(changes: readonly PlannedChange[]): PlannedChange[] {
  const ready = changes.filter(
    ({ change: { into } }) => typeof into !== 'string' || !into.startsWith('new-'),
  );
  if (ready.length === 0) {
    throw new FilesError('The platform does not list pages that were sent to it. Push again.');
  }
  return firstBatch(ready, CHANGES_AT_ONCE, ({ change }) => change.document?.markdown.length ?? 0);
}

function firstBatch<T>(items: readonly T[], most: number, sizeOf: (item: T) => number): T[] {
  const taken: T[] = [];
  let size = 0;
  for (const item of items) {
    size += sizeOf(item);
    if (taken.length === most || (taken.length > 0 && size > SIZE_AT_ONCE)) break;
    taken.push(item);
  }
  return taken;
}

/** All changes, including those that depend on others. */
function plannedItems({ changes, waiting }: PushPlan): PlannedChange[] {
  const later = new Set(waiting.map(({ id }) => id));
  return [...changes.filter(({ id }) => !later.has(id)), ...waiting];
}

function keyOf({ change }: PlannedChange): string {
  return hashOf(JSON.stringify(change));
}

function sentFiles(files: readonly LocalFile[]): SentItem[] {
  return files.map(({ path }) => ({ kind: 'file', path }));
}

function sentOf({ change, path }: PlannedChange): SentItem {
  const { operation, page: _, ...fields } = change;
  if (operation === 'insert_page') return { kind: 'new', path };
  if (operation === 'delete_page') return { kind: 'deleted', path };
  return { kind: 'changed', path, fields: Object.keys(fields) };
}

const MAX_SUBJECT = 100;

function subjectFor({ changes, files }: PushPlan): string {
  const [first] = changes;
  if (!first) return `Add ${files.length} files`;
  const others = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
  return `Edit ${first.path.slice(0, MAX_SUBJECT - 30)}${others}`;
}
