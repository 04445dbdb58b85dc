import type { HttpOptions } from '../options.ts';
import { type Guard, HttpRefusal } from './guard.ts';

type ConcurrencyLimits = Pick<
  HttpOptions,
  'maxConcurrent' | 'maxConcurrentPerToken' | 'maxConcurrentPerAddress'
>;

const SOON = { 'retry-after': '1' };

/** Limits the requests in progress: in all, for each token and from each address. */
export function limitConcurrency(limits: ConcurrencyLimits): Guard {
  const { maxConcurrent, maxConcurrentPerToken, maxConcurrentPerAddress } = limits;
  const ofToken = new Tally();
  const ofAddress = new Tally();
  let all = 0;
  return ({ identity: { key }, address, whenOver }) => {
    if (all >= maxConcurrent) {
      throw new HttpRefusal(503, 'This server is busy; try again in a second.', SOON);
    }
    if (ofToken.of(key) >= maxConcurrentPerToken) throw tooMany('with this token', ofToken.of(key));
    if (ofAddress.of(address) >= maxConcurrentPerAddress) {
      throw tooMany('from this address', ofAddress.of(address));
    }
    all += 1;
    ofToken.add(key, 1);
    ofAddress.add(address, 1);
    whenOver.push(() => {
      all -= 1;
      ofToken.add(key, -1);
      ofAddress.add(address, -1);
    });
  };
}

function tooMany(whose: string, count: number): HttpRefusal {
  return new HttpRefusal(
    429,
    `${count} requests ${whose} are in progress, and no more are allowed at once; wait for one of them.`,
    SOON,
  );
}

/** Counters by key. A key with a count of zero is dropped. */
class Tally {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: number): void {
    const count = this.of(key) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
