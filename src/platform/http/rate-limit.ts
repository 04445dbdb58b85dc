import { ApiError } from '../errors.ts';

const WINDOW_MS = 60_000;

/** Requests of one user in one window. High enough to be met only by a caller that runs away. */
const LIMIT = 60_000;

/** Counts requests per user in windows of a minute. */
export class RateLimit {
  #reset = 0;
  #used = new Map<string, number>();

  /** Counts one request and gives the headers of its answer; throws 429 past the limit. */
  take(user: string): Record<string, string> {
    const now = Date.now();
    if (now >= this.#reset) {
      this.#reset = now + WINDOW_MS;
      this.#used = new Map();
    }
    const used = (this.#used.get(user) ?? 0) + 1;
    this.#used.set(user, used);
    const headers = {
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(Math.max(0, LIMIT - used)),
      'x-ratelimit-reset': String(Math.ceil(this.#reset / 1000)),
    };
    if (used <= LIMIT) return headers;
    const wait = Math.ceil((this.#reset - now) / 1000);
    throw new ApiError(429, `Too many requests; try again in ${wait} s`, {
      ...headers,
      'retry-after': String(wait),
    });
  }
}
