import type { RunningPlatform } from '@docs-platform-mcp/platform';

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
  api(method: string, path: string, body?: unknown, user?: UserHandle): Promise<Json>;
  /** Publishes changes of a space through a change request; returns its number. */
  publish(
    space: string,
    subject: string,
    changes: readonly object[],
    user?: UserHandle,
  ): Promise<number>;
  /** Pages of primary content by their path. */
  pages(space: string): Promise<Map<string, Json>>;
  close(): Promise<void>;
}

export type UserHandle = 'admin' | 'editor' | 'reviewer' | 'reader' | 'guest';

/** The world of a running platform. The large space is known once it is published. */
export function worldOf({ url, close }: RunningPlatform): World {
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
