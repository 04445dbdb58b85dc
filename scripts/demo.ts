// Demonstrates the main job: starts the built server over stdio, as a host would, and does a round of documentation
// work through a real MCP client. Exits with 0 only if every step succeeds.
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mainJob } from '../examples/main-job.ts';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const client = new Client({ name: 'demo', version: '1.0.0' });

await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli], env: {} }));
const { tools } = await client.listTools();
const server = client.getServerVersion();
console.log(`${server?.name} ${server?.version}: ${tools.length} tools, embedded platform\n`);

let number = 0;
try {
  for await (const { intention, tool, finding } of mainJob(call)) {
    number += 1;
    console.log(`${String(number).padStart(2)}. ${styleText('bold', intention)}`);
    console.log(`    ${styleText('cyan', tool)} → ${finding}`);
  }
  console.log(`\n${styleText('green', 'Done')}: the answer cites what was merged in this run.`);
} catch (error) {
  console.error(`\n${styleText('red', `Step ${number + 1} failed`)}: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await client.close();
}

async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  return result.structuredContent as Record<string, unknown>;
}
