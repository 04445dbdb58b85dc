import { createRuntime } from 'mcporter';
import { texts } from './texts.mjs';

export async function connect({ transport, command, args, env, url, token }) {
  const headers = { authorization: `Bearer ${token}` };
  const reached =
    transport === 'stdio'
      ? { kind: 'stdio', command, args, cwd: import.meta.dirname }
      : { kind: 'http', url: new URL(url), headers };
  const runtime = await createRuntime({ servers: [{ name: 'docs', command: reached, env }] });
  return {
    tools: async () => (await runtime.listTools('docs')).map(({ name }) => name),
    call: async (name, given) => {
      const result = await runtime.callTool('docs', name, { args: given });
      return { text: texts(result.content), isError: result.isError === true };
    },
    resources: async () => (await runtime.listResources('docs')).resources.map(({ uri }) => uri),
    close: () => runtime.close(),
  };
}
