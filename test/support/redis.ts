import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { findProgram } from './system-programs.ts';

/** Path of the server program; undefined if none is installed. */
export const redisProgram = findProgram('redis-server') ?? findProgram('valkey-server');

/** A separate Redis or Valkey server without persistence. */
export interface RunningRedis {
  url: string;
  /** Kills it. */
  stop(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
}

export async function startRedis(): Promise<RunningRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const redis: RunningRedis = {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    start: async () => {
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
      child = spawn(redisProgram ?? '', [...options, '--appendonly', 'no'], { stdio: 'pipe' });
      await ready(child);
    },
  };
  await redis.start();
  return redis;
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      if (/Ready to accept connections/.test(said)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}

/** A free port of loopback. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
