// Stands between an agent and an MCP server on stdio, and notes in a file what the agent's tool calls cost: one JSON
// line for each result, `{ "refused": boolean, "text": string }`. Everything is passed on unchanged.
// Usage: node recorder.mjs FILE COMMAND [ARGUMENT …]
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const calls = new Set();

function read(line) {
  try {
    return JSON.parse(line);
  } catch {
    // What is not JSON is the business of the two ends.
    return {};
  }
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method } = read(line);
    if (method === 'tools/call') calls.add(id);
    server.stdin.write(`${line}\n`);
  })
  .on('close', () => server.stdin.end());

createInterface({ input: server.stdout }).on('line', (line) => {
  const { id, result, error } = read(line);
  if (calls.delete(id)) {
    const text = error ? error.message : result.content.map((part) => part.text ?? '').join('\n');
    const refused = error !== undefined || result.isError === true;
    appendFileSync(file, `${JSON.stringify({ refused, text })}\n`);
  }
  process.stdout.write(`${line}\n`);
});

server.on('exit', (code) => process.exit(code ?? 1));
