import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions } from '../scripts/bundle.ts';

/** The product, as `npm run build` produces it. */
export const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

const PROGRAMS = new URL('programs/', import.meta.url);
const NAMES = [
  'upstream',
  'proxy',
  'obvious-http',
  'obvious-stdio',
  'bare-stdio',
  'many-tools',
] as const;

export type ProgramName = (typeof NAMES)[number];

/** The programs to compare, bundled like the product: loading many modules would make their startup slower. */
export interface Programs {
  path(name: ProgramName): string;
  remove(): Promise<void>;
}

export async function buildPrograms(): Promise<Programs> {
  if (!existsSync(CLI)) throw new Error('dist/cli.js is missing: run `npm run build` first');
  const folder = await mkdtemp(join(tmpdir(), 'docs-platform-bench-'));
  await build({
    ...bundleOptions,
    entryPoints: NAMES.map((name) => fileURLToPath(new URL(`${name}.ts`, PROGRAMS))),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
  return {
    path: (name) => join(folder, `${name}.mjs`),
    remove: () => rm(folder, { recursive: true }),
  };
}

export interface RunningProgram {
  /** The address it listens on. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a program that announces its address on stderr. */
export async function listen(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<RunningProgram> {
  const child = start(args, env);
  const url = await addressOf(child);
  return { url, pid: child.pid as number, stop: () => stop(child) };
}

/** Starts a Node program with pipes for its input and output, and without this process's environment. */
export function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** The address that a program announces first on stderr; later output is drained and ignored. */
export function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const listen = (chunk: Buffer): void => {
      output += chunk;
      const [found] = /https?:\/\/127\.0\.0\.1:\d+[^\s"]*/.exec(output) ?? [];
      if (!found) return;
      child.stderr?.off('data', listen).resume();
      resolve(found);
    };
    child.stderr?.on('data', listen);
    child.once('exit', () => reject(new Error(`the program exited: ${output}`)));
  });
}
