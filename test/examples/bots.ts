import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  exportPlatform,
  openExisting,
  type Profile,
  startPlatform,
} from '@docs-platform-mcp/platform';
import { build } from 'esbuild';
import { bundleOptions } from '../../scripts/bundle.ts';
import type { Finished } from '../support/program.ts';

export const SPACE = 'spaceDevGuide0000001';
export const ADMIN = 'demo-admin-token';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The flags of each bot for the demonstration content. */
export const BOTS = {
  triage: ['--space', SPACE, '--organization', 'orgNorthwind00000001'],
  'link-keeper': ['--space', SPACE],
  'api-sync': [
    ...['--space', SPACE, '--organization', 'orgNorthwind00000001'],
    ...['--specification', 'northwind-queue'],
  ],
};

export type BotName = keyof typeof BOTS;

/** How to run a bot: as its users do, or compiled, which starts in a third of the time. */
const PROGRAMS = {
  source: async (name: BotName) => ['--import', 'tsx', `examples/${name}/main.ts`],
  compiled: async (name: BotName) => {
    compiled ??= compileBots();
    return [join(await compiled, `${name}.mjs`)];
  },
};

/** The folder of the compiled bots. */
let compiled: Promise<string> | undefined;

export async function startBot(
  name: BotName,
  args: string[],
  env: Record<string, string>,
  program: keyof typeof PROGRAMS = 'compiled',
): Promise<ChildProcess> {
  const options = { cwd: ROOT, env: { ...pathOnly(), ...env } };
  return spawn(process.execPath, [...(await PROGRAMS[program](name)), ...args], options);
}

async function compileBots(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bots-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  // Relative to this file they find the server.
  const place = pathToFileURL(join(ROOT, 'examples/shared/connection.ts')).href;
  await build({
    ...bundleOptions,
    entryPoints: Object.keys(BOTS).map((out) => ({ in: `${ROOT}/examples/${out}/main.ts`, out })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    define: { 'import.meta.url': JSON.stringify(place) },
  });
  return folder;
}

function pathOnly(): Record<string, string> {
  return { PATH: process.env.PATH ?? '' };
}

/** The output of a bot that has ended; `code` is null if it was killed. */
export async function endOf(bot: ChildProcess): Promise<Finished> {
  const output = { stdout: '', stderr: '' };
  bot.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  bot.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const [code] = (await once(bot, 'close')) as [number | null];
  return { code, ...output };
}

/**
 * Runs a bot to its end with its own server over stdio, which uses the embedded platform unless another is
 * configured.
 */
export async function runBot(
  name: BotName,
  platform: Pick<Platform, 'url'> | undefined,
  args: string[] = BOTS[name],
  env: Record<string, string> = {},
  program?: keyof typeof PROGRAMS,
): Promise<Finished> {
  const where = platform && { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: ADMIN };
  return endOf(await startBot(name, args, { ...where, ...env }, program));
}

/** A platform with demonstration content in a separate folder, and a client of its administrator. */
export interface Platform {
  url: string;
  /** Its complete state, in export format. */
  dump(): Promise<string>;
  /** Calls the API and returns its answer; throws unless it succeeds. */
  api<T>(method: string, path: string, body?: object): Promise<T>;
  stop(): Promise<void>;
}

export async function startDemonstration(profile?: Profile): Promise<Platform> {
  const data = await mkdtemp(join(tmpdir(), 'docs-platform-'));
  const { url, close } = await startPlatform({ data, ...(profile && { profile }) });
  return {
    url,
    dump: async () => {
      const db = openExisting(data);
      const file = new PassThrough();
      const [content] = await Promise.all([text(file), exportPlatform(db, file)]);
      db.close();
      return content;
    },
    api: async (method, path, body) => {
      const response = await fetch(`${url}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
      return answer === '' ? undefined : JSON.parse(answer);
    },
    stop: async () => {
      await close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
