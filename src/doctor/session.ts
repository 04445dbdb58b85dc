import {
  Client,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Fetch, openFetch } from '../client/index.ts';
import { NAME, VERSION } from '../version.ts';
import { errorText } from './finding.ts';

/** How to reach a server. */
export type ServerEndpoint =
  | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string>; cwd?: string }
  | { kind: 'http'; url: string; headers: Record<string, string> };

/** Milliseconds that a server took for every host's first requests. */
export interface SessionTimes {
  server: string;
  protocol: string;
  initializeMs: number;
  listMs: number;
  tools: number;
  /** A call of a read-only tool without required arguments; absent if there is none. */
  call?: { tool: string; ms: number; isError: boolean; text: string };
}

/** A server could not be used; with its last output on stderr. */
export class SessionError extends Error {
  /** It requires a token or a sign-in. */
  readonly isUnauthorized: boolean;

  constructor(message: string, isUnauthorized = false) {
    super(message);
    this.isUnauthorized = isUnauthorized;
  }
}

/** Maximum characters of a program's output that are kept. */
const MAX_SAID = 2_000;

/**
 * Connects as a host does, lists the tools and calls one.
 * @throws {SessionError} if the server does not start, answer or let the caller in.
 */
export async function tryServer(target: ServerEndpoint, timeoutMs: number): Promise<SessionTimes> {
  const output = { text: '' };
  const http = target.kind === 'http' ? await openFetch(target.url, timeoutMs) : undefined;
  const transport = transportTo(target, output, http?.fetch);
  const client = new Client(
    { name: `${NAME}-doctor`, version: VERSION },
    { versionNegotiation: { mode: target.kind === 'http' ? 'auto' : 'legacy' } },
  );
  try {
    const [initializeMs] = await measureTime(() =>
      client.connect(transport, { timeout: timeoutMs }),
    );
    const [listMs, { tools }] = await measureTime(() =>
      client.listTools(undefined, { timeout: timeoutMs }),
    );
    const plain = tools.filter(
      ({ annotations, inputSchema }) =>
        annotations?.readOnlyHint && (inputSchema.required ?? []).length === 0,
    );
    const tool = PREFERRED.find((name) => plain.some((one) => one.name === name)) ?? plain[0]?.name;
    const server = client.getServerVersion();
    return {
      server: server ? `${server.name} ${server.version}` : 'unnamed',
      protocol: client.getNegotiatedProtocolVersion() ?? 'unknown',
      initializeMs,
      listMs,
      tools: tools.length,
      ...(tool && { call: await callTool(client, tool, timeoutMs) }),
    };
  } catch (error) {
    const words = output.text.trim().split('\n').slice(-3).join(' ');
    const message = [errorText(error), words && `It said: ${words}`].filter(Boolean).join('. ');
    throw new SessionError(message, isUnauthorized(error));
  } finally {
    await client.close().catch(() => undefined);
    await http?.close();
  }
}

/** Read-only tools, in the order in which they are tried. */
const PREFERRED = ['get_current_user', 'list_organizations'];

async function callTool(client: Client, name: string, timeout: number) {
  const [ms, { content, isError }] = await measureTime(() =>
    client.callTool({ name, arguments: {} }, { timeout }),
  );
  const [first] = content;
  const text = first?.type === 'text' ? first.text.slice(0, 500) : '';
  return { tool: name, ms, isError: isError === true, text };
}

function transportTo(target: ServerEndpoint, output: { text: string }, fetch?: Fetch): Transport {
  if (target.kind === 'http') {
    const { headers } = target;
    return new StreamableHTTPClientTransport(new URL(target.url), {
      requestInit: { headers },
      ...(fetch && { fetch }),
    });
  }
  const transport = new StdioClientTransport({ ...target, stderr: 'pipe' });
  transport.stderr?.on('data', (chunk: Buffer) => {
    output.text = `${output.text}${chunk}`.slice(-MAX_SAID);
  });
  return transport;
}

async function measureTime<T>(work: () => Promise<T>): Promise<[number, T]> {
  const begun = performance.now();
  const result = await work();
  return [Math.round(performance.now() - begun), result];
}

function isUnauthorized(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return true;
  return error instanceof SdkHttpError && error.status === 401;
}
