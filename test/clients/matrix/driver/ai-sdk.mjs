import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as Stdio } from '@ai-sdk/mcp/mcp-stdio';
import { texts } from './texts.mjs';

export async function connect({ transport, command, args, env, url, token }) {
  const headers = { authorization: `Bearer ${token}` };
  const client = await createMCPClient({
    transport:
      transport === 'stdio' ? new Stdio({ command, args, env }) : { type: 'http', url, headers },
  });
  const tools = await client.tools();
  return {
    tools: async () => Object.keys(tools),
    call: async (name, given, abortSignal) => {
      const options = { toolCallId: 'one', messages: [], abortSignal };
      const result = await tools[name].execute(given, options);
      return { text: texts(result.content), isError: result.isError === true };
    },
    cancels: true,
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => texts((await client.readResource({ uri })).contents),
    prompts: async () => (await client.experimental_listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, given) => {
      const { messages } = await client.experimental_getPrompt({ name, arguments: given });
      return texts(messages.map(({ content }) => content));
    },
    close: () => client.close(),
  };
}
