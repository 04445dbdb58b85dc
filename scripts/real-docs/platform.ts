import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const TOKEN = 'real-docs-administrator';
const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const PING_EVERY_MS = 10;

/**
 * The built program's embedded platform in a separate process with its own data folder, and a client that keeps sending
 * small requests to it.
 */
export class SpawnedPlatform {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #pinger: Worker;
  readonly url: string;

  private constructor(process: ChildProcess, folder: string, url: string) {
    this.#process = process;
    this.#folder = folder;
    this.url = url;
    this.#pinger = new Worker(PINGER, {
      eval: true,
      workerData: { url: `${url}/v1/orgs`, token: TOKEN, every: PING_EVERY_MS },
    });
  }

  static async start(program = PROGRAM): Promise<SpawnedPlatform> {
    const folder = mkdtempSync(join(tmpdir(), 'real-docs-platform-'));
    const args = ['--port', '0', '--allow-private-addresses', '--profile', 'current'];
    const own = ['platform', '--data', folder, '--token', TOKEN];
    const child = spawn(process.execPath, [program, ...own, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const url = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
          if (found) resolve(found);
          else process.stderr.write(`${line}\n`);
        });
      }
      child.once('exit', (code) => reject(new Error(`The platform exited with code ${code}`)));
    });
    return new SpawnedPlatform(child, folder, url);
  }

  /** Sends one request and returns the parsed answer; throws unless the status is 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: callers read single fields of any answer
  async ask(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(`${this.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /**
   * Starts an import or export of a space and waits for its end; returns its outcome, and its duration in seconds.
   */
  async sync(space: string, operation: 'import' | 'export', body: Record<string, unknown>) {
    const start = performance.now();
    await this.ask('POST', `/spaces/${space}/git/${operation}`, body);
    for (;;) {
      const { lastOperation } = await this.ask('GET', `/spaces/${space}/git/info`);
      if (lastOperation.status !== 'running') {
        return { ...lastOperation, seconds: (performance.now() - start) / 1000 };
      }
      await setTimeout(50);
    }
  }

  /** The token that a person signs in with. */
  get token(): string {
    return TOKEN;
  }

  /** The longest wait of a small request since the last call, in milliseconds; throws if one failed. */
  async longestWait(): Promise<number> {
    const reply = new Promise<PingerReply>((resolve) => this.#pinger.once('message', resolve));
    this.#pinger.postMessage('tell');
    const { longest, failure } = await reply;
    if (failure !== undefined) throw new Error(`A small request failed: ${failure}`);
    return longest;
  }

  /** Current and peak memory of the process, in MiB; undefined if the system does not report it. */
  get memory(): { now: number; most: number } | undefined {
    try {
      const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8');
      const [now, most] = ['VmRSS', 'VmHWM'].map((name) =>
        Math.round(Number(new RegExp(`${name}:\\s*(\\d+)`).exec(status)?.[1]) / 1024),
      );
      return { now: now ?? Number.NaN, most: most ?? Number.NaN };
    } catch {
      return undefined;
    }
  }

  async close(): Promise<void> {
    await this.#pinger.terminate();
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

interface PingerReply {
  longest: number;
  failure: string | undefined;
}

const PINGER = `
const { parentPort, workerData } = require('node:worker_threads');
const { url, token, every } = workerData;
const headers = { authorization: 'Bearer ' + token };
let longest = 0;
let failure;
parentPort.on('message', () => {
  parentPort.postMessage({ longest, failure });
  longest = 0;
  failure = undefined;
});
(async () => {
  for (;;) {
    const start = performance.now();
    try {
      const response = await fetch(url, { headers });
      await response.text();
      if (!response.ok) failure = 'status ' + response.status;
    } catch (error) {
      failure = String(error.cause ?? error);
    }
    longest = Math.max(longest, performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
})();
`;
