import { z } from 'zod';
import { ASSETS, type Folder, hashOf, isInside, OBJECTS, PRIVATE } from './folder.ts';
import { FilesError } from './problem.ts';
import { type FolderState, sideOf, stateForm } from './state.ts';

const STATE = `${PRIVATE}/state.json`;
const JOURNAL = `${PRIVATE}/journal.json`;

/** Maximum bytes of a state file. With five thousand pages it takes some megabytes. */
const MAX_STATE_BYTES = 100_000_000;

const MAX_ASSET_BYTES = 100_000_000;

/** A file to write or, without `content`, to remove. */
export interface FileWrite {
  path: string;
  content: Uint8Array | string | undefined;
  /** Expected hash of the file that it replaces; undefined if there is none. */
  before: string | undefined;
}

const journalForm = z.strictObject({
  writes: z.array(
    z.strictObject({
      path: z.string(),
      /** Name of the content among the objects; undefined: the file is removed. */
      content: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      before: z.string().optional(),
    }),
  ),
  state: stateForm,
});

type Journal = z.output<typeof journalForm>;

/**
 * A folder that holds a space. Changes of several files are recorded before they are made (a write-ahead journal), so
 * that the next run can finish them after a crash.
 */
export class Store {
  readonly folder: Folder;
  readonly #written = new Set<string>();

  constructor(folder: Folder) {
    this.folder = folder;
  }

  /** The state of the folder; undefined if it holds no space yet. Finishes an interrupted change first. */
  async load(): Promise<FolderState | undefined> {
    const journal = await this.#json(JOURNAL, journalForm);
    if (journal) return this.#finish(journal);
    const state = await this.#json(STATE, stateForm);
    if (state) checkPaths(state);
    return state;
  }

  async save(state: FolderState): Promise<void> {
    await this.folder.write(STATE, JSON.stringify(state));
  }

  /** Writes files together with the state that describes them. Keeps a file that somebody changed in the meantime. */
  async apply(writes: readonly FileWrite[], state: FolderState): Promise<FolderState> {
    const listed: Journal['writes'] = [];
    for (const { path, content, before } of writes) {
      const name = content === undefined ? undefined : await this.put(content);
      listed.push({
        path,
        ...(name !== undefined && { content: name }),
        ...(before !== undefined && { before }),
      });
    }
    const journal = { writes: listed, state };
    await this.folder.write(JOURNAL, JSON.stringify(journal));
    return this.#finish(journal);
  }

  /** Stores a content under its hash. */
  async put(content: Uint8Array | string): Promise<string> {
    const name = hashOf(content);
    if (this.#written.has(name)) return name;
    const path = objectPath(name);
    if ((await this.folder.read(path, MAX_ASSET_BYTES)) === undefined) {
      await this.folder.write(path, content);
    }
    this.#written.add(name);
    return name;
  }

  /** The text with this hash. @throws {FilesError} if it is missing. */
  async text(name: string): Promise<string> {
    return (await this.#content(name)).toString('utf8');
  }

  /** Removes contents that a state no longer needs. */
  async #tidy(state: FolderState): Promise<void> {
    const needed = new Set(
      [state.base, state.sent].flatMap((side) =>
        (side?.pages ?? []).flatMap(({ text }) => text ?? []),
      ),
    );
    for (const name of await this.folder.names(OBJECTS)) {
      if (!needed.has(name)) await this.folder.remove(objectPath(name));
    }
  }

  async #finish({ writes, state }: Journal): Promise<FolderState> {
    checkPaths(state);
    const before = await this.#json(STATE, stateForm);
    const changed = new Set<string>();
    for (const { path, content, before: replaced } of writes) {
      checkPath(path);
      const current = await this.folder.read(path, MAX_ASSET_BYTES);
      const now = current && hashOf(current);
      if (now === content) continue;
      if (now !== replaced) changed.add(path);
      else if (content === undefined) await this.folder.remove(path);
      else await this.folder.write(path, await this.#content(content));
    }
    const reached = before ? withFormer(state, before, changed) : state;
    await this.save(reached);
    await this.folder.remove(JOURNAL);
    await this.#tidy(reached);
    return reached;
  }

  async #content(name: string): Promise<Buffer> {
    const content = await this.folder.read(objectPath(name), MAX_ASSET_BYTES);
    if (content && hashOf(content) === name) return content;
    throw new FilesError(
      `${PRIVATE} is damaged: ${objectPath(name)} is missing or changed. Move your edits elsewhere, pull into an empty folder, and put them back.`,
    );
  }

  async #json<T>(path: string, form: z.ZodType<T>): Promise<T | undefined> {
    const bytes = await this.folder.read(path, MAX_STATE_BYTES);
    if (!bytes) return undefined;
    try {
      return form.parse(JSON.parse(bytes.toString('utf8')));
    } catch {
      throw new FilesError(
        `${path} is not what this program wrote. Move your edits elsewhere, pull into an empty folder, and put them back.`,
      );
    }
  }
}

function objectPath(name: string): string {
  return `${OBJECTS}/${name}`;
}

function checkPaths({ base, sent, flight }: FolderState): void {
  for (const side of [base, sent]) {
    const { pages = [], files = [], gone = [] } = side ?? {};
    for (const { path } of [...pages, ...files, ...gone]) checkPath(path);
    for (const { was } of pages) checkPath(was);
  }
  for (const { path } of [...(flight?.pages ?? []), ...(flight?.files ?? [])]) checkPath(path);
}

/** A state without the changes to some files, because those were not written. */
function withFormer(
  state: FolderState,
  former: FolderState,
  paths: ReadonlySet<string>,
): FolderState {
  if (paths.size === 0) return state;
  const known = new Map(sideOf(former).pages.map((page) => [page.id, page]));
  const side = sideOf(state);
  const pages = side.pages.map((page) => {
    const before = known.get(page.id);
    return before && paths.has(page.path ?? '') ? { ...before, parent: page.parent } : page;
  });
  return state.sent
    ? { ...state, sent: { ...state.sent, pages } }
    : { ...state, base: { ...side, pages } };
}

/** @throws {FilesError} for a path that a state file must not contain. */
function checkPath(path: string | undefined): void {
  if (path === undefined) return;
  if (isInside(path) && (path.startsWith(ASSETS) || !/(^|\/)\./.test(path))) return;
  throw new FilesError(`${STATE} names ${JSON.stringify(path)}, which is not a file of a space.`);
}
