import { ApiError } from '../errors.ts';

const WINDOW_MS = 60_000;

/** Default number of requests per user and window; only a runaway caller reaches it. */
const DEFAULT_LIMIT = 60_000;

/** Counts requests per user in windows of a minute. */
export class RateLimiter {
  readonly #limit: number;
  #reset = 0;
  #used = new Map<string, number>();

  /** `limit` is the number of requests that a user has in a minute. */
  constructor(limit = DEFAULT_LIMIT) {
    this.#limit = limit;
  }

  /** Counts one request and returns the headers of its answer; throws 429 past the limit. */
  take(user: string): Record<string, string> {
    const now = Date.now();
    if (now >= this.#reset) {
      this.#reset = now + WINDOW_MS;
      this.#used = new Map();
    }
    const used = (this.#used.get(user) ?? 0) + 1;
    this.#used.set(user, used);
    const limit = { 'x-ratelimit-limit': String(this.#limit) };
    if (used > this.#limit) throw tooManyRequests(this.#reset, limit);
    return {
      ...limit,
      'x-ratelimit-remaining': String(this.#limit - used),
      'x-ratelimit-reset': seconds(this.#reset),
    };
  }
}

/** 429 until a time in milliseconds since the epoch. */
export function tooManyRequests(reset: number, headers: Record<string, string> = {}): ApiError {
  const wait = seconds(reset - Date.now());
  return new ApiError(429, `Too many requests; try again in ${wait} s`, {
    ...headers,
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': seconds(reset),
    'retry-after': wait,
  });
}

function seconds(milliseconds: number): string {
  return String(Math.ceil(milliseconds / 1000));
}
