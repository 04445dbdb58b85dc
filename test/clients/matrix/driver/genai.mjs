import { mcpToTool } from '@google/genai';
import { connected, spokenBy } from './sdk.mjs';
import { texts } from './texts.mjs';

/** The function declarations and calls that the library creates from a server's tools. */
export async function connect(target) {
  const client = await connected(target);
  const callable = mcpToTool(client, {});
  return {
    ...spokenBy(client),
    cancels: undefined,
    tools: async () => (await callable.tool()).functionDeclarations.map(({ name }) => name),
    call: async (name, args) => {
      await callable.tool();
      const [part] = await callable.callTool([{ name, args }]);
      const response = part.functionResponse.response;
      const result = response.error ?? response;
      return { text: texts(result.content ?? []), isError: result.isError === true };
    },
  };
}
