import cluster, { type Worker } from 'node:cluster';
import { type FromWorker, ownMessage } from './messages.ts';

const FIRST_MS = 100;
const LONGEST_MS = 30_000;

/** A worker that lived for this many milliseconds started successfully. */
export const STABLE_MS = 60_000;

/** Milliseconds before a worker is replaced after this many consecutive early exits, counted from 1. */
export function replacementDelay(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}

/** A worker exited unexpectedly. */
export interface WorkerExit {
  /** From 1 on. Its replacement has the same number. */
  worker: number;
  code: number | null;
  signal: string | null;
  /** Milliseconds until it is replaced. */
  replacedInMs: number;
}

export interface PoolOptions {
  count: number;
  /** Added to the environment of each worker. */
  env: Record<string, string>;
  /** Milliseconds for a worker to finish its requests. */
  graceMs: number;
  onExit(exit: WorkerExit): void;
  onMessage(message: FromWorker, worker: Worker): void;
}

/** A worker failed to start and reported why. It exited with this code. */
export class WorkerStartError extends Error {
  override readonly name = 'WorkerStartError';
  readonly code: number;

  constructor(code: number) {
    super(`a worker ended with ${code} before it listened`);
    this.code = code;
  }
}

/** A slot that is filled by one worker after another. */
interface Slot {
  number: number;
  /** Consecutive early exits of its workers. */
  failures: number;
  worker?: Worker;
  replacing?: NodeJS.Timeout;
}

/** The worker processes. Each runs this program with the same arguments and shares its port. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #slots: Slot[];
  #isRunning = false;
  #isClosing = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.count }, (_, index) => ({
      number: index + 1,
      failures: 0,
    }));
  }

  /**
   * Starts all workers. Resolves with the address where they listen.
   * @throws {WorkerStartError}
   */
  async start(): Promise<string> {
    try {
      const [url] = await Promise.all(this.#slots.map((slot) => this.#fork(slot)));
      this.#isRunning = true;
      return url as string;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Lets every worker finish its requests. Resolves when the last one has exited. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#slots.map((slot) => this.#end(slot)));
  }

  #fork(slot: Slot): Promise<string> {
    const worker = cluster.fork(this.#options.env);
    const startedAt = performance.now();
    slot.worker = worker;
    return new Promise((resolve, reject) => {
      worker.on('message', (received: unknown) => {
        const message = ownMessage<FromWorker>(received);
        if (message?.kind === 'listening') resolve(message.url);
        if (message) this.#options.onMessage(message, worker);
      });
      worker.once('exit', (code, signal) => {
        delete slot.worker;
        reject(new WorkerStartError(code ?? 1));
        if (!this.#isRunning || this.#isClosing) return;
        const isStable = performance.now() - startedAt >= STABLE_MS;
        slot.failures = isStable ? 1 : slot.failures + 1;
        this.#replace(slot, { code, signal });
      });
    });
  }

  #replace(slot: Slot, ended: Pick<WorkerExit, 'code' | 'signal'>): void {
    const replacedInMs = replacementDelay(slot.failures);
    this.#options.onExit({ worker: slot.number, ...ended, replacedInMs });
    slot.replacing = setTimeout(() => {
      // The failure to start ends the worker, which has reported it already.
      this.#fork(slot).catch(() => undefined);
    }, replacedInMs);
  }

  async #end({ worker, replacing }: Slot): Promise<void> {
    clearTimeout(replacing);
    if (!worker || worker.isDead()) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.process.kill('SIGTERM');
    const overdue = setTimeout(() => worker.process.kill('SIGKILL'), this.#options.graceMs);
    await ended;
    clearTimeout(overdue);
  }
}
