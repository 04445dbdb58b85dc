import { MCPConfiguration } from '@voltagent/core';
import { texts } from './texts.mjs';

export async function connect({ transport, command, args, env, url, token }) {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const docs =
    transport === 'stdio'
      ? { type: 'stdio', command, args, env }
      : { type: 'streamable-http', url, requestInit };
  const configuration = new MCPConfiguration({ servers: { docs } });
  const tools = new Map((await configuration.getTools()).map((tool) => [tool.name, tool]));
  return {
    tools: async () => [...tools.keys()].map((name) => name.slice('docs_'.length)),
    call: async (name, given) => {
      const result = await tools.get(`docs_${name}`).execute(given);
      const text = result.content ? texts(result.content) : JSON.stringify(result);
      return { text, isError: result.isError === true };
    },
    close: () => configuration.disconnect(),
  };
}
