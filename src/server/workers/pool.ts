import cluster, { type Worker } from 'node:cluster';
import { replacementDelay, STABLE_MS } from './backoff.ts';
import { type FromWorker, messageOf } from './messages.ts';

/** A worker ended without having been told to. */
export interface WorkerExit {
  /** From 1 on; its replacement has the same. */
  worker: number;
  code: number | null;
  signal: string | null;
  /** Milliseconds until another one takes its place. */
  replacedInMs: number;
}

export interface PoolOptions {
  count: number;
  /** Added to the environment of each worker. */
  env: Record<string, string>;
  /** Milliseconds that a worker has to finish what is in flight. */
  graceMs: number;
  onExit(exit: WorkerExit): void;
  onMessage(message: FromWorker, worker: Worker): void;
}

/** A worker could not start, and said why; it ended with this code. */
export class WorkerStartError extends Error {
  override readonly name = 'WorkerStartError';
  readonly code: number;

  constructor(code: number) {
    super(`a worker ended with ${code} before it listened`);
    this.code = code;
  }
}

/** A place that one worker after the other fills. */
interface Slot {
  number: number;
  /** Times in a row that its worker ended soon. */
  failures: number;
  worker?: Worker;
  replacing?: NodeJS.Timeout;
}

/** The worker processes, each of which runs this very program with its very arguments, and shares its port. */
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
   * Starts all workers; resolves with the address where they listen.
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

  /** Lets every worker finish what is in flight; resolves when the last one ended. */
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
        const message = messageOf<FromWorker>(received);
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
      // That it does not start ends it, and so was told already.
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
