/** A third-party client, pinned, and the file in `driver/` that uses it. */
export interface MatrixClient {
  name: string;
  version: string;
  adapter: string;
  /** Other packages that it needs to reach a server. */
  beside?: Record<string, string>;
  /** Supported transports; both by default. */
  transports?: readonly Transport[];
  /** Why it lacks a transport. */
  reason?: string;
  /** Steps that fail because of the client, and the reason. */
  faults?: Record<string, string>;
}

export type Transport = 'stdio' | 'http';

const SDK = '@modelcontextprotocol/sdk';

/** Before 1.10 the SDK had no Streamable HTTP. */
function sdk(version: string, transports?: readonly Transport[]): MatrixClient {
  const early = { transports, reason: 'Streamable HTTP' };
  return { name: SDK, version, adapter: 'sdk', ...(transports && early) };
}

export const CLIENTS: readonly MatrixClient[] = [
  sdk('1.0.4', ['stdio']),
  sdk('1.5.0', ['stdio']),
  sdk('1.10.2'),
  sdk('1.12.3'),
  sdk('1.17.5'),
  sdk('1.20.2'),
  sdk('1.25.1'),
  sdk('1.32.2'),
  { name: '@modelcontextprotocol/client', version: '2.4.0', adapter: 'sdk-2' },
  {
    name: '@anthropic-ai/sdk',
    version: '1.12.0',
    adapter: 'anthropic',
    beside: { [SDK]: '1.32.2' },
  },
  { name: '@google/genai', version: '2.32.0', adapter: 'genai', beside: { [SDK]: '1.32.2' } },
  { name: '@mastra/mcp', version: '0.14.5', adapter: 'mastra' },
  { name: '@langchain/mcp-adapters', version: '1.1.4', adapter: 'langchain' },
  { name: '@ai-sdk/mcp', version: '1.0.101', adapter: 'ai-sdk' },
  {
    name: 'mcp-remote',
    version: '0.15.1',
    adapter: 'mcp-remote',
    beside: { [SDK]: '1.32.2' },
    transports: ['http'],
    reason: 'stdio servers, as it is a proxy to those over HTTP',
  },
  {
    name: '@modelcontextprotocol/inspector',
    version: '0.15.0',
    adapter: 'inspector',
    transports: ['stdio'],
    reason: 'headers of its command line (newer ones, which need Node 22, have them)',
  },
  {
    name: 'mcp-use',
    version: '1.34.6',
    adapter: 'mcp-use',
    beside: { langchain: '1.5.14', '@langchain/core': '1.4.0' },
  },
  {
    name: 'mcp-client',
    version: '1.13.1',
    adapter: 'mcp-client',
    transports: ['stdio'],
    reason: 'headers over HTTP, and so a token',
  },
  { name: 'mcporter', version: '0.9.0', adapter: 'mcporter' },
  { name: '@voltagent/core', version: '2.10.0', adapter: 'voltagent' },
  {
    name: '@genkit-ai/mcp',
    version: '1.42.0',
    adapter: 'genkit',
    beside: { genkit: '1.42.0' },
  },
  { name: '@openai/agents', version: '0.20.0', adapter: 'openai-agents' },
];

export function transportsOf({ transports = ['stdio', 'http'] }: MatrixClient) {
  return transports;
}
