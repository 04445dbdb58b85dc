import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { texts } from './texts.mjs';

/** The official SDK that speaks 2026-07-28. */
export async function connect({ transport, command, args, env, url, token }) {
  const client = new Client(
    { name: 'matrix', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(
    transport === 'stdio'
      ? new StdioClientTransport({ command, args, env, stderr: 'ignore' })
      : new StreamableHTTPClientTransport(new URL(url), { requestInit }),
  );
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given, signal) => {
      const result = await client.callTool({ name, arguments: given }, { signal });
      return { text: texts(result.content), isError: result.isError === true };
    },
    cancels: true,
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => texts((await client.readResource({ uri })).contents),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, given) => {
      const { messages } = await client.getPrompt({ name, arguments: given });
      return texts(messages.map(({ content }) => content));
    },
    close: () => client.close(),
  };
}
