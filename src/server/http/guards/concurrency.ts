import { HeldByAddress } from '../held-by-address.ts';
import type { HttpOptions } from '../options.ts';
import { isListening } from './deadline.ts';
import { type Guard, HttpRefusal, type RequestContext } from './guard.ts';

type ConcurrencyLimits = Pick<
  HttpOptions,
  'maxConcurrent' | 'maxConcurrentPerToken' | 'maxConcurrentPerAddress'
>;

const SOON = { 'retry-after': '1' };

/**
 * Limits the requests in progress: in total, per token and per address. Callers who share one token are counted by
 * their addresses, so that none of them keeps the others out. Streams of changes never end by themselves, so
 * in total and per address they are counted separately. Above the total, the oldest stream of the address with the most
 * is closed.
 */
export function limitConcurrency(limits: ConcurrencyLimits): Guard {
  const { maxConcurrent, maxConcurrentPerToken, maxConcurrentPerAddress } = limits;
  const ofToken = new Tally();
  const requests = new Tally();
  const streams = new HeldByAddress<RequestContext>();
  let all = 0;
  return (context) => {
    const { address, whenOver } = context;
    const { key: token, isShared } = context.identity;
    const key = isShared ? `${token} ${address}` : token;
    const isStream = isListening(context);
    if (!isStream && all >= maxConcurrent) {
      throw new HttpRefusal(503, 'This server is busy; try again in a second.', SOON);
    }
    if (ofToken.countOf(key) >= maxConcurrentPerToken) {
      throw tooMany(isShared ? 'from this address' : 'with this token', ofToken.countOf(key));
    }
    const fromHere = (isStream ? streams : requests).countOf(address);
    if (fromHere >= maxConcurrentPerAddress) throw tooMany('from this address', fromHere);
    ofToken.add(key, 1);
    whenOver.push(() => ofToken.add(key, -1));
    if (isStream) {
      if (streams.size >= maxConcurrent) streams.takeOldest()?.response.destroy();
      whenOver.push(streams.add(address, context));
      return;
    }
    all += 1;
    requests.add(address, 1);
    whenOver.push(() => {
      all -= 1;
      requests.add(address, -1);
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

  countOf(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: number): void {
    const count = this.countOf(key) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
