import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CLI } from '../../support/built.ts';
import { lineOf } from '../../support/program.ts';

const PROBE = fileURLToPath(new URL('probe.mjs', import.meta.url));

/** Heap bytes after a full garbage collection. */
export interface Memory {
  heapUsed: number;
  rss: number;
}

/** The built program, serving HTTP, with a view of its memory from within. */
export interface MeasuredServer {
  url: string;
  port: number;
  memory(): Promise<Memory>;
  /** Its output on stderr about unhandled errors; empty if there were none. */
  unhandled(): string[];
  /** Stops it as an operator does, and returns its exit code. */
  stop(): Promise<number | null>;
}

export async function startMeasured(
  args: readonly string[],
  env: Record<string, string>,
): Promise<MeasuredServer> {
  const child = spawn(
    process.execPath,
    ['--import', PROBE, CLI, 'serve', '--http', '--port', '0', ...args],
    { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
  const unhandled: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => {
    const lines = chunk.toString().split('\n');
    unhandled.push(...lines.filter((line) => /unhandled|uncaught|MaxListeners/i.test(line)));
  });
  const url = await lineOf(child, /MCP endpoint: ([^\s"]+)/);
  return {
    url,
    port: Number(new URL(url).port),
    unhandled: () => unhandled,
    memory: async () => {
      const answer = once(child, 'message');
      child.send('memory');
      const [memory] = (await answer) as [Memory];
      return memory;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
      return code as number | null;
    },
  };
}
