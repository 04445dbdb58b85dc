import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { connect as connectOverStdio } from './sdk.mjs';

const folder = dirname(createRequire(import.meta.url).resolve('mcp-remote/package.json'));

/** A host that supports only stdio, and reaches a server over HTTP through the proxy. */
export function connect({ url, token }) {
  const header = `Authorization: Bearer ${token}`;
  const args = [join(folder, 'dist', 'proxy.js'), url, '--allow-http', '--header', header];
  const env = { MCP_REMOTE_CONFIG_DIR: join(import.meta.dirname, 'mcp-remote') };
  return connectOverStdio({ transport: 'stdio', command: process.execPath, args, env });
}
