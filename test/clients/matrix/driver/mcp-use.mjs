import { MCPClient } from 'mcp-use';
import { texts } from './texts.mjs';

export async function connect({ transport, command, args, env, url, token }) {
  const headers = { authorization: `Bearer ${token}` };
  const docs = transport === 'stdio' ? { command, args, env } : { url, headers };
  const client = MCPClient.fromDict({ mcpServers: { docs } });
  const { connector } = await client.createSession('docs');
  return {
    tools: async () => connector.tools.map(({ name }) => name),
    call: async (name, given, signal) => {
      const result = await connector.callTool(name, given, { signal });
      return { text: texts(result.content), isError: result.isError === true };
    },
    cancels: true,
    resources: async () => (await connector.listAllResources()).resources.map(({ uri }) => uri),
    read: async (uri) => texts((await connector.readResource(uri)).contents),
    prompts: async () => (await connector.listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, given) => {
      const { messages } = await connector.getPrompt(name, given);
      return texts(messages.map(({ content }) => content));
    },
    close: () => client.closeAllSessions(),
  };
}
