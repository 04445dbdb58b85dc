// A proxy between an agent and an MCP server over stdio, which passes on everything unchanged and records the results
// of tool calls in a file: one JSON line each, `{ "refused": boolean, "text": string }`.
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
    // Text other than JSON is passed on too.
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
