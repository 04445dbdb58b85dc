import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export type Arguments = Record<string, unknown>;

/** A server of documentation tools, as a bot uses it. */
export interface ToolClient {
  /** The structured result of a tool; throws if the tool reports an error or truncates its result. */
  call<T>(tool: string, args: Arguments): Promise<T>;
  /** All items of a paged list. */
  list<T>(tool: string, args: Arguments): Promise<T[]>;
  /** The text of a resource, whole. */
  read(uri: string): Promise<string>;
  close(): Promise<void>;
}

interface Page<T> {
  items: T[];
  next?: { page: string };
}

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Prefixes of the names of read-only tools. */
const READS = /^(get|list|search|ask)_/;

/** The default limit is meant for models; programs need complete results. */
const WHOLE = '--max-result-tokens=10000000';

/**
 * Connects to the server at `DOCS_MCP_URL` with the token `DOCS_PLATFORM_TOKEN`; without that address, starts a
 * server over stdio, which takes its platform from the environment.
 */
export async function connect(name: string): Promise<ToolClient> {
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(transport()).catch((error: Error) => {
    const { DOCS_MCP_URL: url = CLI } = process.env;
    throw new Error(`no connection to ${url}: ${error.message}`, { cause: error });
  });
  const { tools } = await client.listTools();
  const listed = new Set(tools.map((tool) => tool.name));

  async function call<T>(tool: string, args: Arguments): Promise<T> {
    // Unlisted tools are called through these.
    const discoveryTool = READS.test(tool) ? 'read_operation' : 'write_operation';
    const request = listed.has(tool)
      ? { name: tool, arguments: args }
      : { name: discoveryTool, arguments: { name: tool, arguments: args } };
    const { isError, content, structuredContent } = await client.callTool(request);
    const [first] = content;
    if (isError) throw new Error(`${tool}: ${first?.type === 'text' ? first.text : 'failed'}`);
    const facts = structuredContent as T & { cut?: string };
    if (facts.cut === undefined) return facts;
    throw new Error(`${tool}: the server truncates its results: start it with ${WHOLE}`);
  }

  return {
    call,
    list: async <T>(tool: string, args: Arguments) => {
      const all: T[] = [];
      for (let page: string | undefined, more = true; more; more = page !== undefined) {
        const part = await call<Page<T>>(tool, { ...args, limit: 100, ...(page && { page }) });
        all.push(...part.items);
        page = part.next?.page;
      }
      return all;
    },
    read: async (uri) => {
      const [contents] = (await client.readResource({ uri })).contents;
      if (contents && 'text' in contents) return contents.text;
      throw new Error(`${uri} is not a text`);
    },
    close: () => client.close(),
  };
}

function transport() {
  const { DOCS_MCP_URL: url, DOCS_PLATFORM_TOKEN: token } = process.env;
  if (url === undefined) {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    return new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'serve', WHOLE],
      env,
      stderr: 'ignore',
    });
  }
  if (!token) throw new Error('DOCS_MCP_URL is set but DOCS_PLATFORM_TOKEN is not: set it too');
  const headers = { authorization: `Bearer ${token}` };
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
}
