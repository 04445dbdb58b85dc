import { type Guard, Refusal } from './guard.ts';

interface Limits {
  /** Requests in progress, of all callers. */
  maxConcurrent: number;
  maxConcurrentPerToken: number;
}

const SOON = { 'retry-after': '1' };

/** Keeps the number of requests in progress within limits, in all and for each token. */
export function limitConcurrency({ maxConcurrent, maxConcurrentPerToken }: Limits): Guard {
  const ofToken = new Map<string, number>();
  let all = 0;
  const leave = (key: string) => {
    all -= 1;
    const left = (ofToken.get(key) ?? 1) - 1;
    if (left === 0) ofToken.delete(key);
    else ofToken.set(key, left);
  };
  return ({ identity: { key }, whenOver }) => {
    const own = ofToken.get(key) ?? 0;
    if (all >= maxConcurrent) {
      throw new Refusal(503, 'This server is busy; try again in a second.', SOON);
    }
    if (own >= maxConcurrentPerToken) {
      throw new Refusal(
        429,
        `${own} requests with this token are in progress, and no more are allowed at once; wait for one of them.`,
        SOON,
      );
    }
    all += 1;
    ofToken.set(key, own + 1);
    whenOver.push(() => leave(key));
  };
}
