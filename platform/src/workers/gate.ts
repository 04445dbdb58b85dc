import { ApiError } from '../errors.ts';

/** Lets a number of jobs in at once; the others wait in order. */
export class Gate {
  #free: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number, maxWaiting: number) {
    this.#free = places;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs a job when there is a place; 503 when too many wait already. A signal takes it out of the queue. */
  async enter<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#place(signal);
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  async #place(signal: AbortSignal | undefined): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) {
      throw new ApiError(503, 'Too much work is waiting; try again', { 'retry-after': '5' });
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
    });
  }
}
