/** The threads, and the sign that they cannot be started. */
interface Started {
  pool: import('tinypool').default;
  broken: AbortController;
}

/** Runs a worker thread of the source, since threads do not inherit the loader of the program. */
const SOURCE_LOADER = '../platform/src/workers/source-loader.mjs';

/** An unused thread ends after this. */
const IDLE_MS = 30_000;

/** The number of threads, and the limits of each. */
export interface ThreadLimits {
  threads: number;
  /** Maximum milliseconds of one job. */
  timeMs: number;
  /** Maximum megabytes of JavaScript's heap; the job itself must bound memory outside of it. */
  memoryMb: number;
  /** Maximum number of jobs that wait for a thread; absent: any number. */
  waiting?: number;
}

/** Aborts a job: the part of `AbortSignal` that is used here. */
export interface Stop {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A job exceeded a limit; `limit` describes it. */
export class OverLimit extends Error {
  readonly limit: string;

  constructor(limit: string) {
    super(`a job took more than ${limit}`);
    this.limit = limit;
  }
}

/** Worker threads for one kind of job, started when the first one comes. */
export class ThreadPool<In, Out> {
  readonly #file: URL;
  readonly #isSource: boolean;
  readonly #limits: ThreadLimits;
  #started: Promise<Started> | undefined;

  /** @param file the module of the job, in the source and in the bundle, from the module with this `base`. */
  constructor(base: string, file: { source: string; built: string }, limits: ThreadLimits) {
    this.#isSource = base.endsWith('.ts');
    this.#file = new URL(this.#isSource ? file.source : file.built, base);
    this.#limits = limits;
  }

  /**
   * @throws {OverLimit} if the job exceeds a limit or too many jobs wait; otherwise what the job throws, or the reason
   * of the signal.
   */
  async run(input: In, signal?: Stop): Promise<Out> {
    const { timeMs, memoryMb, waiting } = this.#limits;
    this.#started ??= this.#start();
    const { pool, broken } = await this.#started;
    if (waiting !== undefined && pool.queueSize >= waiting) {
      throw new OverLimit(`${waiting} jobs at a time`);
    }
    const timeout = AbortSignal.timeout(timeMs);
    const gone = new AbortController();
    const leave = () => gone.abort();
    if (signal?.aborted) throw signal.reason;
    signal?.addEventListener('abort', leave);
    try {
      return await pool.run(input, {
        signal: AbortSignal.any([gone.signal, broken.signal, timeout]),
      });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      broken.signal.throwIfAborted();
      if (timeout.aborted) throw new OverLimit(`${timeMs / 1_000} s`);
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new OverLimit(`${memoryMb} MB`);
      throw error;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  async #start(): Promise<Started> {
    const { default: Tinypool } = await import('tinypool');
    const broken = new AbortController();
    const pool = new Tinypool({
      filename: this.#file.href,
      minThreads: 0,
      maxThreads: this.#limits.threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
      execArgv: this.#isSource ? ['--import', new URL(SOURCE_LOADER, import.meta.url).href] : [],
    });
    pool.on('error', (error) => {
      this.#started = undefined;
      broken.abort(error);
    });
    return { pool, broken };
  }
}
