import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { texts } from './texts.mjs';

const run = promisify(execFile);
const packageFile = '@modelcontextprotocol/inspector/package.json';
const folder = dirname(createRequire(import.meta.url).resolve(packageFile));

/** Runs the Inspector's command line once for each request. */
export async function connect({ command, args, env }) {
  const settings = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const target = [...settings, command, ...args];
  const ask = async (method, ...options) => {
    const line = ['--cli', ...target, '--method', method, ...options];
    const cli = join(folder, 'cli', 'build', 'cli.js');
    const { stdout } = await run(process.execPath, [cli, ...line], { maxBuffer: 2 ** 26 });
    return JSON.parse(stdout);
  };
  const given = (flag, values) =>
    Object.entries(values).flatMap(([name, value]) => [
      flag,
      `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ]);
  return {
    tools: async () => (await ask('tools/list')).tools.map(({ name }) => name),
    call: async (name, values) => {
      const options = ['--tool-name', name, ...given('--tool-arg', values)];
      const result = await ask('tools/call', ...options);
      return { text: texts(result.content), isError: result.isError === true };
    },
    resources: async () => (await ask('resources/list')).resources.map(({ uri }) => uri),
    read: async (uri) => texts((await ask('resources/read', '--uri', uri)).contents),
    prompts: async () => (await ask('prompts/list')).prompts.map(({ name }) => name),
    prompt: async (name, values) => {
      const options = ['--prompt-name', name, ...given('--prompt-args', values)];
      const { messages } = await ask('prompts/get', ...options);
      return texts(messages.map(({ content }) => content));
    },
    close: async () => undefined,
  };
}
