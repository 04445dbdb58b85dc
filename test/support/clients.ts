import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { CLI } from './built.ts';
import { startLinked } from './linked.ts';
import { isLongRun } from './long-run.ts';
import { unmarked } from './untrusted.ts';

export interface CallResult {
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

interface Progress {
  progress: number;
  message?: string;
}

interface CallOptions {
  onprogress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

/** A connection of either generation, behind a common interface. */
export interface McpConnection {
  client: LegacyClient | ModernClient;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CallResult>;
  /** The structured result of a call that must succeed. */
  facts(name: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** A person's answer to a question. Throws for a client that fails to ask. */
export type Person = (question: string) => 'accept' | 'decline' | 'cancel';

export interface ProgramOptions {
  args?: string[];
  env?: Record<string, string>;
  /** Answers the server's questions; absent: the client has no elicitation. */
  person?: Person;
}

/** One generation of the official client, and how it connects to the built program. */
export interface Generation {
  name: string;
  /** Starts the built program. */
  stdio(options?: ProgramOptions): Promise<McpConnection>;
  /** Starts the built package in this process, in a tenth of the time. */
  linked(options?: ProgramOptions): Promise<McpConnection>;
  http(url: string, token: string, headers?: Record<string, string>): Promise<McpConnection>;
}

const INFO = { name: 'test-client', version: '1.0.0' };

function spawned({ args = [], env = {} }: ProgramOptions) {
  return { command: process.execPath, args: [CLI, ...args], env, stderr: 'ignore' as const };
}

function authorized(token: string, headers: Record<string, string> = {}) {
  return { requestInit: { headers: { ...headers, authorization: `Bearer ${token}` } } };
}

function legacyConnection(client: LegacyClient): McpConnection {
  return connection(client, (name, args, options) =>
    client.callTool({ name, arguments: args }, undefined, options),
  );
}

function modernConnection(client: ModernClient): McpConnection {
  return connection(client, (name, args, options) =>
    client.callTool({ name, arguments: args }, options),
  );
}

function connection(
  client: LegacyClient | ModernClient,
  callTool: (
    name: string,
    args: Record<string, unknown>,
    options?: CallOptions,
  ) => Promise<unknown>,
): McpConnection {
  const call: McpConnection['call'] = async (name, args = {}, options) =>
    (await callTool(name, args, options)) as CallResult;
  return {
    client,
    call,
    facts: async (name, args) => {
      const result = await call(name, args);
      if (result.isError || !result.structuredContent) {
        throw new Error(`${name}: ${JSON.stringify(result.content)}`);
      }
      return unmarked(result.structuredContent);
    },
    close: () => client.close(),
  };
}

/** Ends the server together with the connection. */
function closing(connection: McpConnection, end: () => Promise<void>): McpConnection {
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await end();
    },
  };
}

function capabilities(person: Person | undefined) {
  return person ? { elicitation: {} } : {};
}

function legacyClient(person?: Person): LegacyClient {
  const client = new LegacyClient(INFO, { capabilities: capabilities(person) });
  if (person) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
      action: person(params.message),
    }));
  }
  return client;
}

function modernClient(person?: Person): ModernClient {
  const client = new ModernClient(INFO, {
    capabilities: capabilities(person),
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  if (person) {
    client.setRequestHandler('elicitation/create', ({ params }) => ({
      action: person(params.message),
    }));
  }
  return client;
}

const legacy: Generation = {
  name: 'SDK 1.x (2025)',
  async stdio(options = {}) {
    const client = legacyClient(options.person);
    await client.connect(new LegacyStdio(spawned(options)));
    return legacyConnection(client);
  },
  async linked({ args = [], env = {}, person } = {}) {
    const client = legacyClient(person);
    const { transport, close } = await startLinked(args, env);
    await client.connect(transport as never);
    return closing(legacyConnection(client), close);
  },
  async http(url, token, headers) {
    const client = legacyClient();
    await client.connect(new LegacyHttp(new URL(url), authorized(token, headers)) as never);
    return legacyConnection(client);
  },
};

const modern: Generation = {
  name: 'SDK 2.x (2026-07-28)',
  async stdio(options = {}) {
    const client = modernClient(options.person);
    await client.connect(new ModernStdio(spawned(options)));
    return modernConnection(client);
  },
  async linked({ args = [], env = {}, person } = {}) {
    const client = modernClient(person);
    const { transport, close } = await startLinked(args, env);
    await client.connect(transport);
    return closing(modernConnection(client), close);
  },
  async http(url, token, headers) {
    const client = modernClient();
    await client.connect(new ModernHttp(new URL(url), authorized(token, headers)));
    return modernConnection(client);
  },
};

/** Every test of the protocol, of transports and of questions to a person runs once with each. */
export const generations: readonly [Generation, Generation] = [legacy, modern];

/**
 * The same, with the package in this process instead of the program, for tests in which neither transport matters.
 * `npm run test:long` runs them with the program.
 */
export const linkedGenerations: readonly Generation[] = isLongRun
  ? generations
  : generations.map((generation) => ({ ...generation, stdio: generation.linked }));

const CLIENTS = { '2025': legacy, '2026': modern };

/** The client for tests that need the program itself. `npm run test:long` runs them with the other one. */
export function spawningClient(year: keyof typeof CLIENTS): readonly [Generation] {
  return [CLIENTS[isLongRun === (year === '2025') ? '2026' : '2025']];
}

/**
 * The client for tests of what a tool does, which every client sees alike, over every transport. `npm run test:long`
 * runs them with the other one, too with the package in this process: it runs `linkedGenerations` with the program.
 */
export function linkedClient(year: keyof typeof CLIENTS): readonly [Generation] {
  const [generation] = spawningClient(year);
  return [{ ...generation, stdio: generation.linked }];
}
