import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { texts } from './texts.mjs';

/** A connected client of the installed version of the official SDK. */
export async function connected({ transport, command, args, env, url, token }) {
  const client = new Client({ name: 'matrix', version: '1.0.0' }, { capabilities: {} });
  await client.connect(
    transport === 'stdio'
      ? new StdioClientTransport({ command, args, env, stderr: 'ignore' })
      : await overHttp(url, token),
  );
  return client;
}

async function overHttp(url, token) {
  const { StreamableHTTPClientTransport } = await import(
    '@modelcontextprotocol/sdk/client/streamableHttp.js'
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  return new StreamableHTTPClientTransport(new URL(url), { requestInit });
}

export function spokenBy(client) {
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args, signal) => {
      const options = signal ? { signal } : undefined;
      const result = await client.callTool({ name, arguments: args }, undefined, options);
      return { text: texts(result.content), isError: result.isError === true };
    },
    cancels: true,
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => texts((await client.readResource({ uri })).contents),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, args) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return texts(messages.map(({ content }) => content));
    },
    close: () => client.close(),
  };
}

export async function connect(target) {
  return spokenBy(await connected(target));
}
