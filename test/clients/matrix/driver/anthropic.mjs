import { mcpMessages, mcpResourceToContent, mcpTools } from '@anthropic-ai/sdk/helpers/beta/mcp';
import { connected, spokenBy } from './sdk.mjs';
import { texts } from './texts.mjs';

/** The helpers that convert a server's messages for the Messages API. */
export async function connect(target) {
  const client = await connected(target);
  const { tools } = await client.listTools();
  const byName = new Map(mcpTools(tools, client).map((tool) => [tool.name, tool]));
  return {
    ...spokenBy(client),
    cancels: undefined,
    tools: async () => [...byName.keys()],
    call: async (name, args) => {
      const result = await byName.get(name).run(args);
      return { text: typeof result === 'string' ? result : texts(result), isError: false };
    },
    read: async (uri) => JSON.stringify(mcpResourceToContent(await client.readResource({ uri }))),
    prompt: async (name, args) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return JSON.stringify(mcpMessages(messages));
    },
  };
}
