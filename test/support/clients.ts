import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CLI } from './built.ts';

/** What both generations of the official client have in common, as far as the tests use it. */
export type AnyClient = LegacyClient | ModernClient;

interface StdioOptions {
  args?: string[];
  env?: Record<string, string>;
}

const INFO = { name: 'test-client', version: '1.0.0' };

/** One generation of the official client, and how it connects to the built program. */
export interface Generation {
  name: string;
  stdio(options?: StdioOptions): Promise<AnyClient>;
  http(url: string, token: string): Promise<AnyClient>;
}

function spawned({ args = [], env = {} }: StdioOptions) {
  return { command: process.execPath, args: [CLI, ...args], env, stderr: 'ignore' as const };
}

function authorized(token: string) {
  return { requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

const legacy: Generation = {
  name: 'SDK 1.x (2025)',
  async stdio(options = {}) {
    const client = new LegacyClient(INFO);
    await client.connect(new LegacyStdio(spawned(options)));
    return client;
  },
  async http(url, token) {
    const client = new LegacyClient(INFO);
    await client.connect(new LegacyHttp(new URL(url), authorized(token)) as never);
    return client;
  },
};

const modern: Generation = {
  name: 'SDK 2.x (2026-07-28)',
  async stdio(options = {}) {
    const client = modernClient();
    await client.connect(new ModernStdio(spawned(options)));
    return client;
  },
  async http(url, token) {
    const client = modernClient();
    await client.connect(new ModernHttp(new URL(url), authorized(token)));
    return client;
  },
};

function modernClient(): ModernClient {
  return new ModernClient(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
}

/** Every end-to-end test runs once with each. */
export const generations: readonly Generation[] = [legacy, modern];
