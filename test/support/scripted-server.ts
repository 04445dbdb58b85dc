import type { Generation, McpConnection, Person } from './clients.ts';
import { type ReceivedRequest, startUpstream, type Upstream } from './upstream.ts';

/** A server in front of a platform that answers reads from a table, and every write with an empty object. */
export interface ScriptedServer extends McpConnection {
  /** Address of the platform. */
  platformUrl: string;
  /** Requests since the last call of this, such as `GET /v1/orgs/o1`, in order, without those that detect the service. */
  requests(): string[];
  /** Only the writes among them. */
  writes(): string[];
  /** The first text of a tool's result, and whether it is an error. */
  say(name: string, args?: Record<string, unknown>): Promise<{ text: string; isError: boolean }>;
}

export interface ScriptedOptions {
  args?: string[];
  person?: Person;
  /** Answers of reads, by path without the query. */
  reads?: Record<string, unknown>;
}

export async function startScripted(
  generation: Generation,
  { args = [], person, reads = {} }: ScriptedOptions,
): Promise<ScriptedServer> {
  const upstream = await startUpstream();
  answerFrom(upstream, reads);
  const connection = await generation.stdio({
    args,
    person,
    env: { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'secret' },
  });
  const requests = () =>
    upstream.received
      .splice(0)
      .map(line)
      .filter((request) => request !== RELEASE);
  return {
    ...connection,
    platformUrl: upstream.url,
    requests,
    writes: () => requests().filter((request) => !request.startsWith('GET ')),
    say: async (name, given) => {
      const { content, isError = false } = await connection.call(name, given);
      return { text: content[0]?.text ?? '', isError };
    },
    close: async () => {
      await connection.close();
      await upstream.close();
    },
  };
}

/** The request that detects the service, once after the first call of each token. */
const RELEASE = 'GET /v1/';

function answerFrom(upstream: Upstream, reads: Record<string, unknown>): void {
  upstream.answer(({ method, url }, response) => {
    const [path = ''] = url.split('?');
    const found = method === 'GET' ? reads[path] : {};
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { error: { code: 404, message: 'Not found' } }));
  });
}

function line({ method, url }: ReceivedRequest): string {
  return `${method} ${url.split('?')[0]}`;
}
