import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlockedProgram } from './row.ts';

const TOKEN = 'benchmark-of-blocking-calls';

export interface BenchPlatform extends BlockedProgram {
  send: (method: string, path: string, body?: unknown) => Promise<Record<string, string>>;
  /** Serves this content, and returns its address. */
  serve: (path: string, type: string, bytes: Uint8Array | string) => string;
}

/** Starts the built program as a separate platform. */
export async function startPlatform(
  program: string,
  profile: 'contract' | 'current',
): Promise<BenchPlatform> {
  const data = mkdtempSync(join(tmpdir(), 'blocking-'));
  const child = spawn(
    process.execPath,
    [
      program,
      'platform',
      '--port',
      '0',
      '--data',
      data,
      '--allow-private-addresses',
      '--profile',
      profile,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DOCS_PLATFORM_ADMIN_TOKEN: TOKEN },
    },
  );
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(text)));
  });
  const files = new Map<string, { type: string; bytes: Uint8Array | string }>();
  const web = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.bytes);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const port = (web.address() as AddressInfo).port;
  const headers = { authorization: `Bearer ${TOKEN}` };
  return {
    ping: { url: `${url}/v1/orgs`, headers },
    send: async (method, path, body) => {
      const answer = await fetch(`${url}/v1${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
      return text.startsWith('{') ? JSON.parse(text) : {};
    },
    serve: (path, type, bytes) => {
      files.set(path, { type, bytes });
      return `http://127.0.0.1:${port}${path}`;
    },
    close: async () => {
      web.close();
      web.closeAllConnections();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.removeAllListeners('exit').once('exit', () => rmSync(data, { recursive: true }));
      child.kill();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))]);
      child.kill('SIGKILL');
    },
  };
}
