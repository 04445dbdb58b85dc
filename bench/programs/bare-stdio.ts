// The minimum of any stdio server: reads lines, answers `initialize` and `tools/list` from constants, and
// `tools/call` with the platform's answer. Loads the HTTP client on the first call.
import { createInterface } from 'node:readline';

const upstream = process.env.BENCH_UPSTREAM ?? '';

const INITIALIZED = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'bare', version: '1.0.0' },
};

async function call(args: { organizationId?: string }): Promise<unknown> {
  const { default: undici } = await import('undici');
  const { body } = await undici.request(`${upstream}/v1/orgs/${args.organizationId}/collections`, {
    headers: { accept: 'application/json', authorization: 'Bearer bench-token' },
  });
  return { content: [{ type: 'text', text: await body.text() }] };
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  let result: unknown = {};
  if (method === 'initialize') result = INITIALIZED;
  else if (method === 'tools/list') result = { tools: [] };
  else if (method === 'tools/call') result = await call(params.arguments);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
