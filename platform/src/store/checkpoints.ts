import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Database } from './database.ts';

/** The start data of the checkpoint thread. */
export interface CheckpointThread {
  file: string;
  /** A log of more bytes than this is written back completely, and writers wait for it. */
  maxBytes: number;
}

/** A request to the thread. */
export type CheckpointRequest = 'checkpoint' | 'end';

const EVERY_MS = 1_000;

/** A shorter log stays until the database is closed: reads are fast with it. */
const MIN_BYTES = 4_000_000;

/** A restarted log is truncated to this size. */
const KEPT_BYTES = 64_000_000;

/** Under writes that never pause, a log cannot be emptied without a short wait. */
const MAX_BYTES = 256_000_000;

/**
 * Writes the log of a database file back into the file from time to time: in a worker thread with a separate
 * connection, because writing waits for the disk.
 */
export class Checkpoints {
  readonly #db: Database;
  readonly #file: string;
  readonly #timer: NodeJS.Timeout;
  readonly #onError: (error: unknown) => void;
  #thread: Worker | undefined;
  #looking: Promise<void> | undefined;
  /** When the log was last written to, as of the last checkpoint. */
  #seen = 0;

  /** From now on, commits do not checkpoint the log. `onError` receives failures; the next checkpoint tries again. */
  constructor(db: Database, file: string, onError: (error: unknown) => void) {
    this.#db = db;
    this.#file = file;
    this.#onError = onError;
    db.script('PRAGMA wal_autocheckpoint = 0');
    db.script(`PRAGMA journal_size_limit = ${KEPT_BYTES}`);
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
    }, EVERY_MS).unref();
  }

  /**
   * Empties the log: the driver closes a connection only when it is garbage-collected, and a copy of the file that is
   * made before then should be complete.
   */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    const thread = this.#thread;
    if (!thread) return this.#emptyShortLog();
    await this.#ask(thread, 'end').catch(this.#onError);
    // Its event loop may have something left that keeps it alive.
    await thread.terminate();
  }

  /** A log of another process's writer stays as it is. */
  #emptyShortLog(): void {
    try {
      this.#db.script('PRAGMA busy_timeout = 0');
      this.#db.script('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      this.#onError(error);
    }
  }

  async #look(): Promise<void> {
    const log = await stat(`${this.#file}-wal`).catch(() => undefined);
    if (!log || log.size < MIN_BYTES || log.mtimeMs === this.#seen) return;
    try {
      await this.#checkpoint();
      this.#seen = log.mtimeMs;
    } catch (error) {
      this.#onError(error);
    }
  }

  async #checkpoint(): Promise<void> {
    this.#thread ??= this.#start();
    await this.#ask(this.#thread, 'checkpoint');
  }

  /** Resolves when the thread has done it; rejects if the thread ends. */
  async #ask(thread: Worker, request: CheckpointRequest): Promise<void> {
    const answered = new AbortController();
    const { signal } = answered;
    const ended = once(thread, 'exit', { signal }).then(([code]) => {
      throw new Error(`The thread that makes checkpoints ended with code ${code}`);
    });
    // A pending request keeps the process alive.
    thread.ref();
    try {
      const done = once(thread, 'message', { signal });
      thread.postMessage(request);
      await Promise.race([done, ended]);
    } finally {
      thread.unref();
      ended.catch(() => undefined);
      answered.abort();
    }
  }

  /** A thread that ends is replaced by the next checkpoint. */
  #start(): Worker {
    const thread = start({ file: this.#file, maxBytes: MAX_BYTES });
    thread.on('error', this.#onError);
    thread.once('exit', () => {
      this.#thread = undefined;
    });
    return thread;
  }
}

function start(workerData: CheckpointThread): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const program = isSource ? './checkpoint-thread.ts' : './platform-checkpoints.js';
  const loader = new URL('../workers/source-loader.mjs', import.meta.url).href;
  const thread = new Worker(new URL(program, import.meta.url), {
    workerData,
    execArgv: isSource ? ['--import', loader] : [],
  });
  thread.unref();
  return thread;
}
