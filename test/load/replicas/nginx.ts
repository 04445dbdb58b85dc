import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineOf } from '../../support/program.ts';
import { freePort } from '../../support/redis.ts';
import { findProgram } from '../../support/system-programs.ts';

export const nginxProgram = findProgram('nginx');

const TEMPLATE = fileURLToPath(new URL('../../../examples/nginx/nginx.conf', import.meta.url));
const LOG = '/var/log/nginx/docs-platform-mcp.log';
/** Folders that nginx creates for each of its modules, which can only be relocated by configuration. */
const MODULES = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** A forwarded request, as logged at its end. */
export interface Passed {
  method: string;
  status: number;
  /** Whether the answer was forwarded completely. */
  complete: boolean;
  /** Addresses of the replicas that were tried, in order. */
  replicas: string[];
  /** Bytes sent to each of them. */
  bytesSent: number[];
}

/** nginx with the configuration for operators. */
export interface RunningNginx {
  /** Address of the MCP endpoint. */
  url: string;
  /** All requests that have ended so far. */
  passed(): Promise<Passed[]>;
  stop(): Promise<void>;
}

/** Starts nginx in front of replicas at these addresses (host and port), as many as the configuration names. */
export async function startNginx(replicas: readonly string[]): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  // Its workers run as another user if root starts it.
  await chmod(folder, 0o711);
  const address = `127.0.0.1:${await freePort()}`;
  const log = join(folder, 'access.log');
  const configuration = join(folder, 'nginx.conf');
  const folders = MODULES.map((name) => `${name}_temp_path ${join(folder, name)};`);
  const filled = fill(await readFile(TEMPLATE, 'utf8'), [
    ['listen 8080;', `listen ${address};`],
    [LOG, log],
    ['http {', `http {\n${folders.join('\n')}`],
    ...replicas.map((own, index): [string, string] => [`10.0.0.1${index + 1}:3333`, own]),
  ]);
  await writeFile(configuration, filled);
  const directives = `daemon off; pid ${join(folder, 'pid')}; error_log stderr notice;`;
  const child = spawn(
    nginxProgram ?? '',
    ['-e', 'stderr', '-p', folder, '-c', configuration, '-g', directives],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await lineOf(child, /(start worker process )/);
  return {
    url: `http://${address}/mcp`,
    passed: async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean).map(parse),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

/** The template with each of these placeholders replaced exactly once. */
function fill(template: string, places: readonly [string, string][]): string {
  return places.reduce((text, [place, value]) => {
    if (text.split(place).length !== 2) throw new Error(`The template names ${place} not once`);
    return text.replace(place, value);
  }, template);
}

function parse(line: string): Passed {
  const fields = JSON.parse(line) as Record<string, string>;
  const { method = '', status, complete, replicas, bytesSent } = fields;
  return {
    method,
    status: Number(status),
    complete: complete === 'OK',
    replicas: listOf(replicas),
    bytesSent: listOf(bytesSent).map(Number),
  };
}

function listOf(values = ''): string[] {
  return values.split(', ').filter(Boolean);
}
