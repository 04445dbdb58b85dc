import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ApiError, badRequest, SetupError } from '../errors.ts';
import { tooManyRequests } from './rate-limit.ts';

/** The header that sets the faults of one request; an empty value asks for none. */
export const FAULTS_HEADER = 'x-platform-faults';

/** Injected faults, to test callers against a failing platform. */
export interface Faults {
  /** Milliseconds of delay before a request is handled. */
  latency: number;
  /** Share of requests, from 0 to 1, that are refused with 429. */
  limit: number;
  /** Share of requests that fail with 500, 502 or 503 before they are handled. */
  errors: number;
  /** Share of responses whose connection breaks midway; the request has been handled. */
  cut: number;
  /** The same seed and sequence of requests give the same faults; random by default. */
  seed?: number;
}

export const NO_FAULTS: Faults = { latency: 0, limit: 0, errors: 0, cut: 0 };

/** The maximum of each fault. */
const MOST = { latency: 60_000, limit: 1, errors: 1, cut: 1, seed: Number.MAX_SAFE_INTEGER };

const STATUSES = [500, 502, 503] as const;

/** How many seeds are remembered with their use count; the oldest are forgotten. */
const MAX_SEEDS = 1_000;

/**
 * Parses faults such as `latency=200,errors=0.1,limit=0.05,cut=0.2,seed=7`; all others do not happen.
 * @throws {SetupError}
 */
export function parseFaults(text: string): Faults {
  const faults: Faults = { ...NO_FAULTS };
  for (const part of text.split(',').filter((given) => given.trim() !== '')) {
    const [, name = '', number] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(part) ?? [];
    if (!isFault(name) || !(Number(number) <= MOST[name])) {
      throw new SetupError(
        `${JSON.stringify(part.trim())} is not a fault; faults are written as latency=200,errors=0.1,limit=0.05,cut=0.2,seed=7: milliseconds up to ${MOST.latency}, then shares of requests from 0 to 1, and a number to draw them from`,
      );
    }
    faults[name] = Number(number);
  }
  return faults;
}

function isFault(name: string): name is keyof typeof MOST {
  return Object.hasOwn(MOST, name);
}

/** Decides which faults each request gets. */
export class FaultSource {
  readonly #standing: Faults;
  readonly #used = new Map<number, number>();

  /** `standing`: the faults of requests that do not name their own. */
  constructor(standing: Faults) {
    this.#standing = standing;
  }

  /**
   * Delays a request, or fails it before it is handled, at the requested rates. Returns whether its answer will be cut.
   * `header` is that of the request.
   */
  async suffer(header: string | string[] | undefined): Promise<boolean> {
    const { latency, limit, errors, cut, seed } = this.#faultsOf(header);
    const dice = this.#roll(seed);
    if (latency > 0) await setTimeout(latency);
    if (shareOf(dice, 0) < limit) throw tooManyRequests(Date.now() + 1000);
    if (shareOf(dice, 1) < errors) {
      const status = STATUSES[Math.floor(shareOf(dice, 2) * STATUSES.length)] ?? 500;
      throw new ApiError(status, 'This failed on purpose, because faults were requested');
    }
    return shareOf(dice, 3) < cut;
  }

  #faultsOf(header: string | string[] | undefined): Faults {
    if (header === undefined) return this.#standing;
    try {
      return parseFaults(String(header));
    } catch (error) {
      if (error instanceof SetupError) throw badRequest(`${FAULTS_HEADER}: ${error.message}`);
      throw error;
    }
  }

  #roll(seed: number | undefined): Buffer {
    if (seed === undefined) return randomBytes(16);
    const turn = this.#used.get(seed) ?? 0;
    this.#used.delete(seed);
    this.#used.set(seed, turn + 1);
    const [oldest] = this.#used.keys();
    if (this.#used.size > MAX_SEEDS && oldest !== undefined) this.#used.delete(oldest);
    return createHash('sha256').update(`${seed}:${turn}`).digest();
  }
}

/** The random number of this draw, in [0, 1). */
function shareOf(dice: Buffer, place: number): number {
  return dice.readUInt32BE(place * 4) / 2 ** 32;
}
