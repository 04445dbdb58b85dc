import { type Dispatcher, Pool } from 'undici';
import { type ProtocolRevision, postedCall } from './messages.ts';
import { cpuNanoseconds } from './process.ts';
import { median } from './statistics.ts';
import type { Workload } from './workloads.ts';

/** One way to get the platform's answer over HTTP. */
export interface HttpSubject {
  name: string;
  /** Address of the MCP endpoint, or the origin of the plain proxy. */
  url: string;
  /** The process whose CPU time is measured. */
  pid: number;
  /** Absent: the platform's path is requested. */
  revision?: ProtocolRevision;
  /** Headers of every call. */
  headers?: Record<string, string>;
  /** Calls for one round. */
  calls: number;
}

/** The tool to call, and the number of callers with a token each. */
export interface BenchWork {
  workload: Workload;
  tokens: number;
}

/** The measurements of one round for one subject. */
export type HttpSample = {
  callsPerSecond: number;
  /** Milliseconds of the server's CPU time for a call, with many calls at once. */
  cpuPerCall: number;
  /** Milliseconds of a single call. */
  p50: number;
};

const AT_ONCE = 32;
/** Minimum bytes of an answer; a shorter one is an error. */
const LEAST_BYTES = 300;

/** A way to call a subject; callers take turns. */
export interface BenchCaller {
  call(): Promise<void>;
  /** Makes this many calls, many of them at once. */
  inParallel(calls: number): Promise<void>;
  close(): Promise<void>;
}

const PLAIN = { 'content-type': 'application/json' };

/** Reads an answer as cheaply as possible, because the caller shares the machine with the measured program. */
interface BenchResponse {
  status: number;
  bytes: number;
  text(): string;
}

function answerTo(pool: Pool, request: Dispatcher.DispatchOptions): Promise<BenchResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let bytes = 0;
    pool.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart: (_, code) => {
        status = code;
      },
      onResponseData: (_, chunk) => {
        bytes += chunk.length;
        chunks.push(chunk);
      },
      onResponseEnd: () => resolve({ status, bytes, text: () => String(Buffer.concat(chunks)) }),
      onResponseError: (_, error) => reject(error),
    });
  });
}

/** Opens connections to a subject. */
export function callerOf(
  { name, url, revision, headers }: Pick<HttpSubject, 'name' | 'url' | 'revision' | 'headers'>,
  { workload, tokens }: BenchWork,
): BenchCaller {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: AT_ONCE, pipelining: 1 });
  const requests = Array.from({ length: tokens }, (_, caller) => {
    const posted = postedCall(workload, revision ?? '2025-11-25', `bench-token-${caller}`);
    return {
      path: revision === undefined ? workload.path : pathname,
      method: 'POST' as const,
      // Programs without MCP need no MCP headers.
      headers: revision === undefined ? PLAIN : { ...posted.headers, ...headers },
      body: posted.body,
    };
  });
  let sent = 0;
  const call = async () => {
    const request = requests[sent++ % tokens] as (typeof requests)[number];
    // Within a session, concurrent requests must have different ids.
    const numbered = headers && { body: request.body.replace('"id":1', `"id":${sent}`) };
    const answer = await answerTo(pool, { ...request, ...numbered });
    // Within a run, answers differ only in ids and marks, so only the first is read as text.
    if (sent === 1 && answer.text().includes('"isError":true')) throw failed(answer);
    if (answer.status !== 200 || answer.bytes < LEAST_BYTES) throw failed(answer);
  };
  const failed = ({ status, text }: BenchResponse) =>
    new Error(`${name} answered ${status}: ${text().slice(0, 500)}`);
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

/**
 * Sends many calls to a subject at once, then one at a time. As many unmeasured calls warm up the compiler first.
 */
export async function measureHttp(subject: HttpSubject, work: BenchWork): Promise<HttpSample> {
  const { call, inParallel, close } = callerOf(subject, work);
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

/** Number of sequential calls without a warm-up: many servers never receive more. */
const FIRST_CALLS = 500;

/** Median milliseconds of a program's first calls, made one after the other. */
export async function medianOfFirst(subject: HttpSubject, work: BenchWork): Promise<number> {
  const { call, close } = callerOf(subject, work);
  const p50 = await medianOfOneAtATime(FIRST_CALLS, call);
  await close();
  return p50;
}

/** Median milliseconds of calls made one after the other. */
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
