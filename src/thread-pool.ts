import { type ExceededTime, jobClock } from '@docs-platform-mcp/platform/job-clock';
import { FairQueue, type TurnHolder } from './fair-queue.ts';

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
  /** Maximum milliseconds of processor time of one job. */
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

/** On whose behalf a job runs, and until when. */
export interface JobCaller {
  /** Callers take turns, and with several threads none of them gets all. */
  party?: string;
  signal?: Stop;
}

/** A job exceeded a limit; `limit` describes it. */
export class OverLimit extends Error {
  readonly limit: string;
  /** It did not finish in time because the machine is busy. */
  readonly isBusy: boolean;

  constructor(limit: string, isBusy = false) {
    super(`a job took more than ${limit}`);
    this.limit = limit;
    this.isBusy = isBusy;
  }
}

/** Worker threads for one kind of job, started when the first one comes. */
export class ThreadPool<In, Out> {
  readonly #file: URL;
  readonly #isSource: boolean;
  readonly #limits: ThreadLimits;
  #started: Promise<Started> | undefined;
  readonly #queue = new FairQueue();
  #running = 0;
  /** The number of running jobs of each named party. */
  readonly #parties = new Map<string, number>();
  #waiting = 0;

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
  async run(input: In, { party = '', signal }: JobCaller = {}): Promise<Out> {
    if (signal?.aborted) throw signal.reason;
    await this.#takeThread({ party, work: signal ?? {} }, signal);
    try {
      return await this.#runNow(input, signal);
    } finally {
      this.#count(party, -1);
      this.#queue.next((next) => this.#hasThread(next))?.();
    }
  }

  async #runNow(input: In, signal: Stop | undefined): Promise<Out> {
    if (signal?.aborted) throw signal.reason;
    this.#started ??= this.#start();
    const { pool, broken } = await this.#started;
    const { timeMs, memoryMb } = this.#limits;
    let over: ExceededTime | undefined;
    const cancellation = new AbortController();
    const leave = () => cancellation.abort();
    signal?.addEventListener('abort', leave);
    const end = jobClock.start(timeMs, (exceeded) => {
      over = exceeded;
      leave();
    });
    try {
      return await pool.run(input, {
        signal: AbortSignal.any([cancellation.signal, broken.signal]),
      });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      broken.signal.throwIfAborted();
      if (over) throw overTime(over);
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new OverLimit(`${memoryMb} MB`);
      throw error;
    } finally {
      end();
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Waits until there is a thread for this party. */
  async #takeThread(turn: TurnHolder, signal: Stop | undefined): Promise<void> {
    const { party } = turn;
    if (this.#hasThread(party)) {
      this.#count(party, 1);
      return;
    }
    const { waiting } = this.#limits;
    if (waiting !== undefined && this.#waiting >= waiting) {
      throw new OverLimit(`${waiting} jobs at a time`);
    }
    this.#waiting += 1;
    try {
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          this.#queue.remove(turn, enter);
          reject(signal?.reason);
        };
        const enter = () => {
          signal?.removeEventListener('abort', leave);
          this.#count(party, 1);
          resolve();
        };
        this.#queue.add(turn, enter);
        signal?.addEventListener('abort', leave);
      });
    } finally {
      this.#waiting -= 1;
    }
  }

  #hasThread(party: string): boolean {
    const { threads } = this.#limits;
    if (this.#running >= threads) return false;
    return party === '' || threads === 1 || (this.#parties.get(party) ?? 0) < threads - 1;
  }

  #count(party: string, jobs: number): void {
    this.#running += jobs;
    if (party === '') return;
    const running = (this.#parties.get(party) ?? 0) + jobs;
    if (running > 0) this.#parties.set(party, running);
    else this.#parties.delete(party);
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

function overTime({ ms, isBusy }: ExceededTime): OverLimit {
  const time = `${ms / 1_000} s`;
  return new OverLimit(isBusy ? `${time} on a busy machine` : time, isBusy);
}
