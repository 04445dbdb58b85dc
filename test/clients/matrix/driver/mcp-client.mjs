import { MCPClient } from 'mcp-client';
import { texts } from './texts.mjs';

export async function connect({ command, args, env }) {
  const client = new MCPClient({ name: 'matrix', version: '1.0.0' });
  await client.connect({ type: 'stdio', command, args, env });
  return {
    tools: async () => (await client.getAllTools()).map(({ name }) => name),
    call: async (name, given, signal) => {
      const invocation = { name, arguments: given };
      const result = await client.callTool(invocation, { requestOptions: { signal } });
      return { text: texts(result.content), isError: result.isError === true };
    },
    cancels: true,
    resources: async () => (await client.getAllResources()).map(({ uri }) => uri),
    read: async (uri) => texts((await client.getResource({ uri })).contents),
    prompts: async () => (await client.getAllPrompts()).map(({ name }) => name),
    prompt: async (name, given) => {
      const { messages } = await client.getPrompt({ name, arguments: given });
      return texts(messages.map(({ content }) => content));
    },
    close: () => client.close(),
  };
}
