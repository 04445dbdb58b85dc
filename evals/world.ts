import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningPlatform, startPlatform } from '@docs-platform-mcp/platform';
import { LARGE_SPACE, publishLargeSpace } from './large-space.ts';

// biome-ignore lint/suspicious/noExplicitAny: set-ups and verifiers read what the API documents.
export type Json = any;

/** Ids in the demonstration content, for set-ups, oracles and verifiers. */
export const ORGANIZATION = 'orgNorthwind00000001';
export const DEV_GUIDE = 'spaceDevGuide0000001';
export const HANDBOOK = 'spaceOpsHandbook0001';

/** The agent works as an administrator of the organization. */
const AGENT = 'demo-admin-token';

/** A separate platform for one attempt at one task. */
export interface World {
  url: string;
  /** The token that the agent works with. */
  token: string;
  /** The id of the large space. */
  largeSpace: string;
  /** Sends a request as a user of the demonstration; throws if the platform refuses. */
  api(method: string, path: string, body?: unknown, user?: User): Promise<Json>;
  /** Publishes changes of a space through a change request; returns its number. */
  publish(space: string, subject: string, changes: readonly object[], user?: User): Promise<number>;
  /** Pages of primary content by their path. */
  pages(space: string): Promise<Map<string, Json>>;
  close(): Promise<void>;
}

export type User = 'admin' | 'editor' | 'reviewer' | 'reader' | 'guest';

/** Fills a new folder with the starting content of every attempt: the demonstration content and the large space. */
export async function prepareWorld(folder: string): Promise<void> {
  const world = worldOf(await startPlatform({ data: folder, profile: 'current' }));
  await publishLargeSpace(world);
  await world.close();
}

/** Starts a separate platform on a copy of a prepared folder. */
export async function startWorld(prepared: string): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-evals-'));
  // The shared memory file of a closed database may disappear at any moment; opening the database creates a new one.
  const filter = (path: string) => !path.endsWith('-shm');
  await cp(prepared, folder, { recursive: true, filter });
  const platform = await startPlatform({ data: folder, profile: 'current' });
  const world = worldOf(platform);
  const { items } = await world.api('GET', `/orgs/${ORGANIZATION}/spaces?limit=100`);
  const largeSpace: string = items.find(({ title }: Json) => title === LARGE_SPACE).id;
  const close = async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...world, largeSpace, close };
}

function worldOf({ url, close }: RunningPlatform): World {
  const api: World['api'] = async (method, path, body, user = 'admin') => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer demo-${user}-token`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    url,
    token: AGENT,
    largeSpace: '',
    api,
    close,
    publish: async (space, subject, changes, user = 'editor') => {
      const created = await api('POST', `/spaces/${space}/change-requests`, { subject }, user);
      const path = `/spaces/${space}/change-requests/${created.id}`;
      await api('POST', `${path}/content?compat=false`, { changes }, user);
      await api('POST', `${path}/merge`, undefined, 'admin');
      return created.number;
    },
    pages: async (space) => {
      const { pages } = await api('GET', `/spaces/${space}/content/pages`);
      const all = (nodes: Json[]): Json[] =>
        nodes.flatMap((page) => [page, ...all(page.pages ?? [])]);
      return new Map(all(pages).map((page) => [page.path, page]));
    },
  };
}
