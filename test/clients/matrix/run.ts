import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CLI } from '../../support/built.ts';
import * as npm from '../../support/npm.ts';
import type { MatrixClient, Transport } from './clients.ts';

const run = promisify(execFile);

const DRIVER = fileURLToPath(new URL('./driver', import.meta.url));
const RUN_MS = 300_000;

/** By step: `ok`, `none` if the client lacks the feature, or its error message. */
export type ClientOutcome = Record<string, string>;

export interface Servers {
  /** Address of the server over HTTP. */
  url: string;
  /** Address of the platform behind both. */
  platformUrl: string;
  token: string;
}

/**
 * Installs a client at its version, unless it is installed.
 * @returns its folder, or undefined if the registry does not have it
 */
export async function installed({ name, version, beside }: MatrixClient) {
  const folder = await npm.installed(`${name.replace(/\W+/g, '-')}-${version}`, {
    ...beside,
    [name]: version,
  });
  if (folder) await cp(DRIVER, join(folder, 'driver'), { recursive: true });
  return folder;
}

/** Runs an installed client through the scenario. Rejects if its process ends without an outcome. */
export async function outcomeOf(
  { name, version, adapter }: MatrixClient,
  folder: string,
  transport: Transport,
  { url, platformUrl, token }: Servers,
): Promise<ClientOutcome> {
  const env = { DOCS_PLATFORM_URL: platformUrl, DOCS_PLATFORM_TOKEN: token };
  const target = {
    ...{ adapter, transport, url, token, env },
    command: process.execPath,
    args: [CLI, '--confirm', 'never'],
    title: `${name} ${version} ${transport}`.replace(/\W+/g, ' ').trim(),
  };
  const main = join(folder, 'driver', 'main.mjs');
  const options = { cwd: folder, timeout: RUN_MS, maxBuffer: 2 ** 26 };
  const { stdout } = await run(process.execPath, [main, JSON.stringify(target)], options);
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as ClientOutcome;
}
