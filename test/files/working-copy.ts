import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type PlatformOptions,
  type RunningPlatform,
  startPlatform,
} from '@docs-platform-mcp/platform';
import { createClient } from '../../src/client/index.ts';
import {
  diffsOf,
  Folder,
  folderStatus,
  loadState,
  type PageDiff,
  type Pulled,
  type Pushed,
  type PushOptions,
  pull,
  push,
  readBothSides,
  SpaceApi,
  type Status,
  Store,
} from '../../src/files/index.ts';
import { runHere } from '../support/command.ts';
import { type Finished, run } from '../support/program.ts';

export const GUIDE = 'spaceDevGuide0000001';

// biome-ignore lint/suspicious/noExplicitAny: tests read what the API documents.
type Json = any;

export interface Desk {
  platform: RunningPlatform;
  /** Runs a command line in this process, against the platform. */
  run(...args: string[]): Promise<Finished>;
  /** Runs the built program against the platform. */
  runProgram(...args: string[]): Promise<Finished>;
  /** Does what a command does. */
  pull(dir: string, space?: string): Promise<Pulled>;
  status(dir: string): Promise<Status>;
  diff(dir: string): Promise<PageDiff[]>;
  push(dir: string, options?: PushOptions): Promise<Pushed>;
  /** The path of a folder that does not exist yet. */
  folder(): Promise<string>;
  /** Sends a request of the API. */
  api(method: string, path: string, body?: unknown): Promise<Json>;
  /** Changes primary content through a change request. */
  publish(changes: readonly object[], space?: string): Promise<Json>;
  /** All pages of a location below `/v1/spaces`, by path. */
  pages(place: string): Promise<Map<string, Json>>;
  /** The text of a page of a place. */
  text(place: string, id: string): Promise<string>;
  close(): Promise<void>;
}

/** A platform with demonstration content, and the commands to test; `through` is an address in front of it. */
export async function startDesk(
  profile: 'contract' | 'current' = 'contract',
  { through, ...options }: PlatformOptions & { through?: (url: string) => Promise<string> } = {},
): Promise<Desk> {
  const platform = await startPlatform({ profile, ...options });
  const baseUrl = (await through?.(platform.url)) ?? platform.url;
  const client = createClient({ baseUrl, userAgent: 'test/1' });
  const files = new SpaceApi({ client, token: 'demo-admin-token' });
  const folders: string[] = [];
  const env = { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' };
  const api: Desk['api'] = async (method, path, body) => {
    const response = await fetch(`${platform.url}/v1${path}`, {
      method,
      headers: {
        authorization: 'Bearer demo-admin-token',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const stored = async (dir: string) => new Store(await Folder.open(dir));
  return {
    platform,
    api,
    run: (...args) => runHere(args, env),
    runProgram: (...args) => run(args, env),
    pull: async (dir, space = GUIDE) =>
      pull(new Store(await Folder.make(dir)), files, await files.space(space)),
    status: async (dir) => {
      const store = await stored(dir);
      return folderStatus(await readBothSides(await loadState(store), store, files));
    },
    diff: async (dir) => {
      const store = await stored(dir);
      return diffsOf(await readBothSides(await loadState(store), store, files), store, files);
    },
    push: async (dir, options = {}) => {
      const store = await stored(dir);
      return push(store, files, await loadState(store), options);
    },
    folder: async () => {
      const parent = await mkdtemp(join(tmpdir(), 'docs-files-'));
      folders.push(parent);
      return join(parent, 'docs');
    },
    publish: async (changes, space = GUIDE) => {
      const made = await api('POST', `/spaces/${space}/change-requests`, { subject: 'There' });
      const path = `/spaces/${space}/change-requests/${made.id}`;
      const edited = await api('POST', `${path}/content?compat=false`, { changes });
      await api('POST', `${path}/merge`);
      return edited;
    },
    pages: async (place) => {
      const { pages } = await api('GET', `/spaces/${place}/content/pages`);
      const all = (nodes: Json[]): Json[] => nodes.flatMap((page) => [page, ...all(page.pages)]);
      return new Map(all(pages).map((page) => [page.path, page]));
    },
    text: async (place, id) =>
      (await api('GET', `/spaces/${place}/content/page/${id}?format=markdown`)).markdown,
    close: async () => {
      await client.close();
      await platform.close();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

export async function write(folder: string, path: string, content: string | Uint8Array) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

export function read(folder: string, path: string): Promise<string> {
  return readFile(join(folder, path), 'utf8');
}

/** Replaces a text within a file. */
export async function edit(folder: string, path: string, old: string, now: string): Promise<void> {
  const before = await read(folder, path);
  if (!before.includes(old)) throw new Error(`${path} has no ${JSON.stringify(old)}`);
  await write(folder, path, before.replace(old, now));
}
