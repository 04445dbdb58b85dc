import {
  DEV_GUIDE,
  ORGANIZATION,
  startTestPlatform,
  type TestPlatform,
} from '../../../platform/test/support.ts';
import { type Generation, linkedGenerations, type McpConnection } from '../../support/clients.ts';
import { linkedHttp } from '../../support/linked.ts';
import type { Served } from '../../support/program.ts';
import { type SeenUpstream, seeUpstream } from '../../support/seen-upstream.ts';
import { type SubscribedClient, subscriber } from '../../support/subscriber.ts';

export const [legacy, modern] = linkedGenerations as [Generation, Generation];

export const SPACE = `docs://spaces/${DEV_GUIDE}`;
export const OUTLINE = `${SPACE}/pages`;
export const SPEC = `docs://orgs/${ORGANIZATION}/openapi/northwind-queue/versions/latest`;

/** The request to the platform for each topic. */
export const CONTENT = new RegExp(`^GET /v1/spaces/${DEV_GUIDE}/content\\b`);
export const REQUESTS = new RegExp(`^GET /v1/spaces/${DEV_GUIDE}/change-requests\\?`);
export const SPECIFICATION = new RegExp(`^GET /v1/orgs/${ORGANIZATION}/openapi/northwind-queue$`);

/** Seconds between polls. */
export const INTERVAL = ['--poll-interval', '0.1'];

export type Client = McpConnection & SubscribedClient;

/** A platform that records its requests, and a server in front of it. */
export interface WatchedWorld {
  platform: TestPlatform;
  upstream: SeenUpstream;
  server: Served;
  /** A client over HTTP, of the generation that can listen there. */
  http(token: string): Promise<Client>;
  stdio(generation: Generation, ...args: string[]): Promise<Client>;
  /** Changes the text of a page through a change request, bypassing every server; returns the new text. */
  edit(pageId: string): Promise<string>;
  close(): Promise<void>;
}

/** @param serve starts the server with arguments and variables; by default in this process. */
export async function startWorld(
  args: readonly string[] = [],
  serve: typeof linkedHttp = linkedHttp,
): Promise<WatchedWorld> {
  const platform = await startTestPlatform();
  const upstream = await seeUpstream(platform.url);
  const server = await serve([...INTERVAL, ...args], { DOCS_PLATFORM_URL: upstream.url });
  const connections: McpConnection[] = [];
  const kept = (connection: McpConnection): Client => {
    connections.push(connection);
    return { ...connection, ...subscriber(connection) };
  };
  let edits = 0;
  return {
    platform,
    upstream,
    server,
    http: async (token) => kept(await modern.http(server.url, token)),
    stdio: async (generation, ...own) => {
      const env = { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' };
      return kept(await generation.stdio({ args: [...INTERVAL, ...own], env }));
    },
    edit: async (pageId) => {
      edits += 1;
      const markdown = `Edited for the ${edits}th time.`;
      await publishEdit(platform, pageId, markdown);
      return markdown;
    },
    close: async () => {
      for (const connection of connections) await connection.close();
      await server.stop();
      await upstream.close();
      await platform.close();
    },
  };
}

async function publishEdit(
  { editor }: TestPlatform,
  page: string,
  markdown: string,
): Promise<void> {
  const path = `/spaces/${DEV_GUIDE}/change-requests`;
  const { id } = (await editor('POST', path)).json;
  const changes = [{ operation: 'update_page', page, document: { markdown } }];
  await editor('POST', `${path}/${id}/content`, { changes });
  const { status } = await editor('POST', `${path}/${id}/merge`);
  if (status !== 200) throw new Error(`merging was answered ${status}`);
}
