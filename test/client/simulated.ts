import { setImmediate } from 'node:timers/promises';
import { Canceller } from '../../src/client/cancellation.ts';
import { failures } from '../../src/client/errors.ts';
import { Latency } from '../../src/client/limits/latency.ts';
import { TokenLimiter } from '../../src/client/limits/token-limiter.ts';

const TOKEN = 'gb_api_0123456789';
const ROUTE = 'GET /v1/things';

/** The platform's answer to a request that is the nth in flight, `ms` after the start. */
export type Behaviour = (underWay: number, ms: number) => { takes: number; refused?: boolean };

/** A caller that always has this many units of work, with one request at a time each. */
export interface SimulatedCallers {
  party: string;
  works: number;
}

interface Sample {
  at: number;
  party: string;
  /** Requests in flight when it was sent, including itself. */
  underWay: number;
  refused: boolean;
}

/** Runs callers of one token against a platform for this many milliseconds of simulated time. */
export async function simulate(
  behaviour: Behaviour,
  { max, ms, callers }: { max: number; ms: number; callers: readonly SimulatedCallers[] },
): Promise<Sample[]> {
  let now = 0;
  let underWay = 0;
  const due: { at: number; done: () => void }[] = [];
  const samples: Sample[] = [];
  const clock = { now: () => now, sleep: () => Promise.reject(new Error('nothing sleeps here')) };
  const limiter = new TokenLimiter(clock, max);
  const latency = new Latency();
  const work = async (party: string, kept: object) => {
    while (now < ms) {
      const call = { fail: failures(ROUTE, TOKEN), cancelled: new Canceller() };
      const permit = await limiter.enter(TOKEN, call, { party, work: kept });
      underWay += 1;
      const { takes, refused = false } = behaviour(underWay, now);
      if (now < ms) samples.push({ at: now, party, underWay, refused });
      await new Promise<void>((resolve) => due.push({ at: now + takes, done: resolve }));
      underWay -= 1;
      const isSlow = latency.isGrowing(ROUTE, takes, permit.isCrowded);
      permit.give(refused ? 'refused' : isSlow ? 'slower' : 'well');
      permit.leave();
    }
  };
  const all = callers.flatMap(({ party, works }) =>
    Array.from({ length: works }, () => work(party, {})),
  );
  for (;;) {
    await setImmediate();
    due.sort((one, other) => one.at - other.at);
    const next = due.shift();
    if (!next) break;
    now = next.at;
    next.done();
  }
  await Promise.all(all);
  return samples;
}
