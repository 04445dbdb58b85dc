import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { texts } from './texts.mjs';

export async function connect({ transport, command, args, env, url, token }) {
  const headers = { authorization: `Bearer ${token}` };
  const docs =
    transport === 'stdio' ? { transport, command, args, env } : { transport, url, headers };
  const client = new MultiServerMCPClient({ mcpServers: { docs } });
  const tools = new Map((await client.getTools()).map((tool) => [tool.name, tool]));
  return {
    tools: async () => [...tools.keys()],
    call: async (name, given, signal) => {
      const result = await tools.get(name).invoke(given, { signal });
      return { text: typeof result === 'string' ? result : JSON.stringify(result), isError: false };
    },
    cancels: true,
    resources: async () => (await client.listResources('docs')).docs.map(({ uri }) => uri),
    read: async (uri) => texts(await client.readResource('docs', uri)),
    close: () => client.close(),
  };
}
