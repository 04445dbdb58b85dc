// Servers of other frameworks, with as many tools as the product.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import type { HttpSubject } from './http.ts';
import { initialize, type ProtocolRevision } from './messages.ts';
import { listen, type RunningProgram } from './programs.ts';

/** Installed only on the machine that measures: they are not dependencies. */
const FOLDER = fileURLToPath(new URL('../node_modules/.cache/bench-peers', import.meta.url));

const PACKAGES = {
  'mcp-lite': '0.10.0',
  tmcp: '1.20.0',
  '@tmcp/transport-http': '0.9.0',
  '@tmcp/adapter-zod': '0.1.7',
  'mcp-use': '1.34.6',
  '@hono/node-server': '2.1.8',
  undici: '7.30.2',
  zod: '4.6.7',
};

/** The revision that each supports; none supports both. */
const PEERS: readonly { name: string; revision: ProtocolRevision; calls: number }[] = [
  { name: 'mcp-lite', revision: '2025-06-18', calls: 800 },
  { name: 'tmcp', revision: '2026-07-28', calls: 800 },
  { name: 'mcp-use', revision: '2025-06-18', calls: 240 },
];

/** Installs the frameworks if necessary, and starts their servers, which it adds to `running` for the caller to stop. */
export async function startPeers(
  env: Record<string, string>,
  running: RunningProgram[],
): Promise<HttpSubject[]> {
  install();
  const subjects: HttpSubject[] = [];
  for (const { name, ...peer } of PEERS) {
    const port = String(await freePort());
    const program = await listen([join(FOLDER, `${name}.mjs`)], { ...env, BENCH_PORT: port });
    running.push(program);
    const url = new URL('/mcp', program.url).href;
    const session = await sessionOf(url, peer.revision);
    subjects.push({ name, ...program, url, ...peer, ...(session && { headers: session }) });
  }
  return subjects;
}

function install(): void {
  mkdirSync(FOLDER, { recursive: true });
  cpSync(fileURLToPath(new URL('peers', import.meta.url)), FOLDER, { recursive: true });
  if (existsSync(join(FOLDER, 'node_modules', 'mcp-use'))) return;
  const manifest = { name: 'bench-peers', private: true, type: 'module', dependencies: PACKAGES };
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify(manifest));
  // The servers start without their optional packages and peers, which would double the size.
  const omitted = ['dev', 'optional', 'peer'].map((kind) => `--omit=${kind}`);
  const args = ['install', ...omitted, '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: FOLDER, stdio: 'inherit', shell: process.platform === 'win32' });
}

/** Some servers announce their address before they listen. */
const STARTING_MS = 15_000;

/** The headers that identify a client to its server, if it has sessions. */
async function sessionOf(
  url: string,
  revision: ProtocolRevision,
): Promise<Record<string, string> | undefined> {
  if (revision === '2026-07-28') return undefined;
  const deadline = performance.now() + STARTING_MS;
  for (;;) {
    try {
      return await handshake(url, revision);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await setTimeout(100);
    }
  }
}

async function handshake(
  url: string,
  revision: ProtocolRevision,
): Promise<Record<string, string> | undefined> {
  const { headers, body } = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
    },
    body: initialize(1).replaceAll('2025-11-25', revision),
  });
  await body.dump();
  const session = headers['mcp-session-id'];
  return typeof session === 'string' ? { 'mcp-session-id': session } : undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
