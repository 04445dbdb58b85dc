import { MCPServerStdio, MCPServerStreamableHttp } from '@openai/agents';
import { texts } from './texts.mjs';

// The default of five seconds is too short on a busy machine.
const clientSessionTimeoutSeconds = 60;

export async function connect({ transport, command, args, env, url, token }) {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const server =
    transport === 'stdio'
      ? new MCPServerStdio({ command, args, env, clientSessionTimeoutSeconds })
      : new MCPServerStreamableHttp({ url, requestInit, clientSessionTimeoutSeconds });
  await server.connect();
  return {
    tools: async () => (await server.listTools()).map(({ name }) => name),
    call: async (name, given, signal) => {
      const { content, isError } = await server.callToolResult(name, given, null, { signal });
      return { text: texts(content), isError: isError === true };
    },
    cancels: true,
    resources: async () => (await server.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => texts((await server.readResource(uri)).contents),
    close: () => server.close(),
  };
}
