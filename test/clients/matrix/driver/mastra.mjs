import { MCPClient } from '@mastra/mcp';
import { texts } from './texts.mjs';

export async function connect({ transport, command, args, env, url, token }) {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const docs = transport === 'stdio' ? { command, args, env } : { url: new URL(url), requestInit };
  const client = new MCPClient({ servers: { docs } });
  const tools = await client.getTools();
  return {
    tools: async () => Object.keys(tools).map((name) => name.slice('docs_'.length)),
    call: async (name, context) => {
      const result = await tools[`docs_${name}`].execute({ context });
      const text = result.content ? texts(result.content) : JSON.stringify(result);
      return { text, isError: result.isError === true };
    },
    resources: async () => (await client.resources.list()).docs.map(({ uri }) => uri),
    read: async (uri) => texts((await client.resources.read('docs', uri)).contents),
    prompts: async () => (await client.prompts.list()).docs.map(({ name }) => name),
    prompt: async (name, given) => {
      const request = { serverName: 'docs', name, args: given };
      const { messages } = await client.prompts.get(request);
      return texts(messages.map(({ content }) => content));
    },
    close: () => client.disconnect(),
  };
}
