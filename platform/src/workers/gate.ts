import { ApiError } from '../errors.ts';

/** A job that waits for a slot. */
export interface GateJob {
  /** On whose behalf it runs. */
  owner: string;
  isLong: boolean;
}

interface QueuedJob extends GateJob {
  enter: () => void;
}

/** The jobs of one owner. */
interface OwnerTally {
  running: number;
  runningLong: number;
  waiting: number;
}

export interface GateLimits {
  /** Maximum number of jobs at once. Long jobs leave one slot to short ones. */
  places: number;
  /** Maximum number of long jobs of one owner at once. */
  longOfOwner: number;
  /** Maximum number of waiting jobs of one owner. */
  waitingOfOwner: number;
}

/** Runs a limited number of jobs at once. Of those that wait, the owner with the fewest running jobs is next. */
export class Gate {
  readonly #limits: GateLimits;
  #running = 0;
  #runningLong = 0;
  readonly #owners = new Map<string, OwnerTally>();
  readonly #waiting = new Set<QueuedJob>();

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a job when there is a free slot; 503 if too many of its owner wait already. A signal removes it from the
   * queue.
   */
  async enter<T>(kind: GateJob, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#place(kind, signal);
    try {
      return await work();
    } finally {
      this.#count(kind, -1);
      const next = this.#next();
      if (next) {
        this.#leaveQueue(next);
        this.#count(next, 1);
        next.enter();
      }
      this.#forget(kind.owner);
    }
  }

  async #place(kind: GateJob, signal: AbortSignal | undefined): Promise<void> {
    const { owner } = kind;
    const tally = this.#owners.get(owner) ?? { running: 0, runningLong: 0, waiting: 0 };
    this.#owners.set(owner, tally);
    if (this.#hasPlace(kind)) {
      this.#count(kind, 1);
      return;
    }
    if (tally.waiting >= this.#limits.waitingOfOwner) {
      throw new ApiError(503, 'Too much work is waiting; try again', { 'retry-after': '5' });
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#leaveQueue(waiting);
        this.#forget(owner);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { ...kind, enter };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
      tally.waiting += 1;
    });
  }

  #hasPlace({ owner, isLong }: GateJob): boolean {
    const { places, longOfOwner } = this.#limits;
    if (this.#running >= places) return false;
    const ofOwner = this.#owners.get(owner)?.runningLong ?? 0;
    return !isLong || (this.#runningLong < places - 1 && ofOwner < longOfOwner);
  }

  #next(): QueuedJob | undefined {
    let next: QueuedJob | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const job of this.#waiting) {
      const running = this.#owners.get(job.owner)?.running ?? 0;
      if (running >= fewest || !this.#hasPlace(job)) continue;
      next = job;
      fewest = running;
    }
    return next;
  }

  #count({ owner, isLong }: GateJob, jobs: number): void {
    const tally = this.#owners.get(owner);
    if (!tally) return;
    this.#running += jobs;
    tally.running += jobs;
    if (!isLong) return;
    this.#runningLong += jobs;
    tally.runningLong += jobs;
  }

  #leaveQueue(job: QueuedJob): void {
    this.#waiting.delete(job);
    const tally = this.#owners.get(job.owner);
    if (tally) tally.waiting -= 1;
  }

  #forget(owner: string): void {
    const tally = this.#owners.get(owner);
    if (tally && tally.running + tally.waiting === 0) this.#owners.delete(owner);
  }
}
