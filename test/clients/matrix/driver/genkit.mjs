import { createMcpHost } from '@genkit-ai/mcp';
import { genkit } from 'genkit';
import { texts } from './texts.mjs';

export async function connect({ transport, command, args, env, url, token }) {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const docs = transport === 'stdio' ? { command, args, env } : { url, requestInit };
  const ai = genkit({});
  const host = createMcpHost({ name: 'matrix', mcpServers: { docs }, rawToolResponses: true });
  const tools = await host.getActiveTools(ai);
  const nameOf = (tool) => tool.__action.name.split('/').at(-1);
  const byName = new Map(tools.map((tool) => [nameOf(tool), tool]));
  return {
    tools: async () => [...byName.keys()],
    call: async (name, given) => {
      const result = await byName.get(name)(given);
      return { text: texts(result.content), isError: result.isError === true };
    },
    close: () => host.close(),
  };
}
