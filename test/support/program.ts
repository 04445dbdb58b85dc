import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { CLI } from './built.ts';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the built program until it exits. */
export async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { cwd }: { cwd?: string } = {},
): Promise<Finished> {
  const child = start(args, env, cwd);
  child.stdin?.end();
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], { env, cwd, stdio: 'pipe' });
}

/** A server over HTTP. */
export interface Served {
  /** Address of the MCP endpoint. */
  url: string;
  stop(): Promise<void>;
}

export interface RunningServe extends Served {
  child: ChildProcess;
}

/** Starts `serve --http` on a free port and waits until it says where it listens. */
export async function serveHttp(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServe> {
  const child = start(['serve', '--http', '--port', '0', ...args], env);
  const url = await lineOf(child, /MCP endpoint: ([^\s"]+)/);
  return {
    url,
    child,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Waits for a match in a program's stderr, and returns the captured text. */
export function lineOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    child.stderr?.on('data', (chunk) => {
      seen += chunk;
      const found = pattern.exec(seen)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`exited with ${code}: ${seen}`)));
  });
}
