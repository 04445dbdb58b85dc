import { Pool } from 'undici';
import { postedCall, type Revision } from './messages.ts';
import { cpuNanoseconds } from './process.ts';
import { median } from './statistics.ts';

/** One way to get at the answer of the platform over HTTP. */
export interface HttpSubject {
  name: string;
  /** Address of the MCP endpoint, or of what passes plain requests on. */
  url: string;
  /** Process whose CPU counts. */
  pid: number;
  revision: Revision;
  /** Calls for one round. */
  calls: number;
}

/** What one round measured of one subject. */
export type HttpSample = {
  callsPerSecond: number;
  /** Milliseconds of CPU of the server for a call, with many at once. */
  cpuPerCall: number;
  /** Milliseconds of a call alone. */
  p50: number;
};

const AT_ONCE = 32;
/** Each caller has its own token, as the callers of a shared server do. */
const CALLERS = 32;
/** Bytes that an answer has at the very least; a shorter one is an error. */
const LEAST_BYTES = 3000;

/** A way to call a subject; each caller has its turn. */
export interface Caller {
  call(): Promise<void>;
  /** So many calls, many of them at once. */
  inParallel(calls: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens connections to a subject. */
export function callerOf({
  name,
  url,
  revision,
}: Pick<HttpSubject, 'name' | 'url' | 'revision'>): Caller {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: AT_ONCE, pipelining: 1 });
  const requests = Array.from({ length: CALLERS }, (_, caller) => ({
    path: pathname,
    method: 'POST' as const,
    ...postedCall(revision, `bench-token-${caller}`),
  }));
  let sent = 0;
  const call = async () => {
    const request = requests[sent++ % CALLERS] as (typeof requests)[number];
    const { statusCode, body } = await pool.request(request);
    const answer = await body.text();
    if (statusCode !== 200 || answer.length < LEAST_BYTES) {
      throw new Error(`${name} answered ${statusCode}: ${answer.slice(0, 500)}`);
    }
  };
  return {
    call,
    inParallel: async (calls) => {
      let left = calls;
      const work = async () => {
        while (left-- > 0) await call();
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    },
    close: () => pool.close(),
  };
}

/** Calls a subject with many at once, then one at a time. As many calls before that are to compile what they take. */
export async function measureHttp(subject: HttpSubject): Promise<HttpSample> {
  const { call, inParallel, close } = callerOf(subject);
  await inParallel(subject.calls);
  const cpuBefore = cpuNanoseconds(subject.pid);
  const before = performance.now();
  await inParallel(subject.calls);
  const seconds = (performance.now() - before) / 1000;
  const cpuPerCall = (cpuNanoseconds(subject.pid) - cpuBefore) / 1e6 / subject.calls;
  const p50 = await medianOfOneAtATime(subject.calls / 8, call);
  await close();
  return { callsPerSecond: subject.calls / seconds, cpuPerCall, p50 };
}

/** Milliseconds. */
export async function medianOfOneAtATime(
  calls: number,
  call: () => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (let done = 0; done < calls; done += 1) {
    const before = performance.now();
    await call();
    times.push(performance.now() - before);
  }
  return median(times);
}
