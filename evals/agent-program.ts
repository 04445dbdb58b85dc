import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { splitCommandLine } from './command-line.ts';
import { type Cost, NO_COST, withResult } from './meter.ts';
import type { ServerCommand } from './server.ts';

const RECORDER = fileURLToPath(new URL('./recorder.mjs', import.meta.url));

/** The output of an agent program, and the cost of its tool calls. */
export interface Run {
  answer: string;
  cost: Cost;
}

/**
 * Runs an agent program on a prompt. In its command line `{prompt}` is replaced by the prompt, `{config}` by a file
 * with the MCP configuration that most hosts read (`mcpServers`), and `{folder}` by a new, empty folder.
 * Without `{prompt}` the program gets the prompt on stdin. Its answer is its stdout.
 * @throws {Error} if it exits with a code other than 0, or exceeds its time limit.
 */
export async function runAgent(
  commandLine: string,
  prompt: string,
  server: ServerCommand,
  { folder, timeoutMs }: { folder: string; timeoutMs: number },
): Promise<Run> {
  const record = join(folder, 'calls.jsonl');
  const config = join(folder, 'mcp.json');
  await writeFile(record, '');
  await writeFile(config, JSON.stringify(configuration(server, record), null, 2));
  const values = { '{prompt}': prompt, '{config}': config, '{folder}': folder };
  const filled = (word: string) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replaceAll(name, () => value),
      word,
    );
  const [command = '', ...args] = splitCommandLine(commandLine).map(filled);
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: timeoutMs,
  });
  child.stdin.end(commandLine.includes('{prompt}') ? '' : prompt);
  let answer = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  const cost = await costOf(record);
  if (code !== 0) throw new Error(`the agent exited with ${signal ?? `code ${code}`}`);
  return { answer, cost };
}

function configuration({ command, args, env }: ServerCommand, record: string) {
  const recorded = [RECORDER, record, command, ...args];
  return { mcpServers: { docs: { command: process.execPath, args: recorded, env } } };
}

/** The cost of the calls recorded in a file. */
export async function costOf(record: string): Promise<Cost> {
  const lines = (await readFile(record, 'utf8')).split('\n').filter((line) => line !== '');
  return lines
    .map((line) => JSON.parse(line) as { refused: boolean; text: string })
    .reduce(
      (cost, { refused, text }) =>
        withResult(cost, { content: [{ type: 'text', text }], isError: refused }),
      NO_COST,
    );
}
