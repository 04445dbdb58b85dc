import { ApiError } from '../errors.ts';

interface QueuedJob {
  isLong: boolean;
  enter: () => void;
}

/** Runs a limited number of jobs at once; the others wait in order. Long jobs leave one place for short ones. */
export class Gate {
  #free: number;
  #freeToLong: number;
  readonly #maxWaiting: number;
  readonly #waiting: QueuedJob[] = [];

  constructor(places: number, maxWaiting: number) {
    this.#free = places;
    this.#freeToLong = places - 1;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs a job when there is a place; 503 if too many wait already. A signal removes it from the queue. */
  async enter<T>(job: () => Promise<T>, isLong: boolean, signal?: AbortSignal): Promise<T> {
    await this.#place(isLong, signal);
    try {
      return await job();
    } finally {
      this.#take(isLong, -1);
      const index = this.#waiting.findIndex((waiting) => this.#hasPlace(waiting.isLong));
      const [next] = index === -1 ? [] : this.#waiting.splice(index, 1);
      if (next) this.#take(next.isLong, 1);
      next?.enter();
    }
  }

  async #place(isLong: boolean, signal: AbortSignal | undefined): Promise<void> {
    if (this.#hasPlace(isLong)) {
      this.#take(isLong, 1);
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) {
      throw new ApiError(503, 'Too much work is waiting; try again', { 'retry-after': '5' });
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { isLong, enter };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #hasPlace(isLong: boolean): boolean {
    return this.#free > 0 && (!isLong || this.#freeToLong > 0);
  }

  #take(isLong: boolean, places: number): void {
    this.#free -= places;
    if (isLong) this.#freeToLong -= places;
  }
}
