import { z } from 'zod';
import { ASSETS, type Folder, hashOf, isInside, PRIVATE } from './folder.ts';
import { FilesError } from './problem.ts';
import { type State, sideOf, stateForm } from './state.ts';

const STATE = `${PRIVATE}/state.json`;
const JOURNAL = `${PRIVATE}/journal.json`;

/** Bytes of a state file: of five thousand pages it takes some megabytes. */
const MAX_STATE_BYTES = 100_000_000;

const MAX_ASSET_BYTES = 100_000_000;

/** A file that is to be written or, without `content`, taken away. */
export interface FileWrite {
  path: string;
  content: Uint8Array | string | undefined;
  /** Hash of the file that it takes the place of; undefined where there is none. */
  before: string | undefined;
}

const journalForm = z.strictObject({
  writes: z.array(
    z.strictObject({
      path: z.string(),
      /** Name of the content among the objects; undefined: the file is taken away. */
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
 * A folder that holds a space. What several files change by together is written down first and done then, so that it
 * is finished by whoever comes next when the program ends in between.
 */
export class Store {
  readonly folder: Folder;
  readonly #written = new Set<string>();

  constructor(folder: Folder) {
    this.folder = folder;
  }

  /** What is known of the folder; undefined where it holds no space yet. Finishes what was not finished. */
  async load(): Promise<State | undefined> {
    const journal = await this.#json(JOURNAL, journalForm);
    if (journal) return this.#finish(journal);
    const state = await this.#json(STATE, stateForm);
    if (state) checkPaths(state);
    return state;
  }

  async save(state: State): Promise<void> {
    await this.folder.write(STATE, JSON.stringify(state));
  }

  /** Writes files and the state that stands for them. A file that somebody changed meanwhile stays as it is. */
  async apply(writes: readonly FileWrite[], state: State): Promise<State> {
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

  /** Keeps a content under its hash. */
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

  /** The text of a hash. @throws {FilesError} where it is gone. */
  async text(name: string): Promise<string> {
    return (await this.#content(name)).toString('utf8');
  }

  /** Takes away the contents that a state does not need. */
  async #tidy(state: State): Promise<void> {
    const needed = new Set(
      [state.base, state.sent].flatMap((side) =>
        (side?.pages ?? []).flatMap(({ text }) => text ?? []),
      ),
    );
    for (const name of await this.folder.names(`${PRIVATE}/objects`)) {
      if (!needed.has(name)) await this.folder.remove(objectPath(name));
    }
  }

  async #finish({ writes, state }: Journal): Promise<State> {
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
  return `${PRIVATE}/objects/${name}`;
}

function checkPaths({ base, sent, flight }: State): void {
  for (const side of [base, sent]) {
    const { pages = [], files = [], gone = [] } = side ?? {};
    for (const { path } of [...pages, ...files, ...gone]) checkPath(path);
  }
  for (const { path } of [...(flight?.pages ?? []), ...(flight?.files ?? [])]) checkPath(path);
}

/** A state in which the pages of some files stand as they did: what was to be written there was not. */
function withFormer(state: State, former: State, paths: ReadonlySet<string>): State {
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

/** @throws {FilesError} for a path that a state file may not name. */
function checkPath(path: string | undefined): void {
  if (path === undefined) return;
  if (isInside(path) && (path.startsWith(ASSETS) || !/(^|\/)\./.test(path))) return;
  throw new FilesError(`${STATE} names ${JSON.stringify(path)}, which is no file of a space.`);
}
