// Compares typical uses of the product with the same requests to the bare proxy.
import {
  type BenchWork,
  type HttpSample,
  type HttpSubject,
  measureHttp,
  medianOfFirst,
} from './http.ts';
import type { listen } from './programs.ts';
import { median } from './statistics.ts';
import { WORKLOADS } from './workloads.ts';

/** One typical use, measured for both in one round. */
export interface WorkSample {
  ours: HttpSample;
  proxy: HttpSample;
}

/** Milliseconds of one of the first calls of a freshly started process, for each use. */
export interface FirstSample {
  ours: number;
  proxy: number;
}

/** The measurements of one round, by use. */
export interface WorksSample {
  steady: Record<string, WorkSample>;
  first: Record<string, FirstSample>;
}

/** Functions that start the product and the proxy anew. */
export interface Restart {
  ours: () => ReturnType<typeof listen>;
  proxy: () => ReturnType<typeof listen>;
}

/** Numbers of tokens: one person's, and those of many callers. */
const WORKS: readonly BenchWork[] = WORKLOADS.flatMap((workload) =>
  [1, 32].map((tokens) => ({ workload, tokens })),
);

/** The workloads for the first calls. */
const FIRST = ['one object', 'a list', 'a page of 8 KB'];

export async function measureWorks(
  ours: HttpSubject,
  proxy: HttpSubject,
  fresh: Restart,
): Promise<WorksSample> {
  const steady: WorksSample['steady'] = {};
  for (const work of WORKS) {
    steady[nameOf(work)] = {
      proxy: await measureHttp(proxy, work),
      ours: await measureHttp(ours, work),
    };
  }
  const first: WorksSample['first'] = {};
  for (const work of WORKS) {
    if (work.tokens !== 1 || !FIRST.includes(work.workload.name)) continue;
    first[work.workload.name] = {
      proxy: await firstOf(fresh.proxy, proxy, work),
      ours: await firstOf(fresh.ours, ours, work),
    };
  }
  return { steady, first };
}

async function firstOf(
  start: () => ReturnType<typeof listen>,
  subject: HttpSubject,
  work: BenchWork,
): Promise<number> {
  const program = await start();
  try {
    return await medianOfFirst({ ...subject, ...program }, work);
  } finally {
    await program.stop();
  }
}

/** The medians over all rounds, as lines of text. */
export function tableOfWorks(rounds: readonly WorksSample[]): string[] {
  const [some] = rounds;
  if (!some) return [];
  const over = (ratio: (sample: WorksSample) => number | undefined) =>
    median(rounds.map((round) => ratio(round) ?? Number.NaN)).toFixed(2);
  const steady = Object.keys(some.steady).map((name) => {
    const ratio = (measure: keyof HttpSample) =>
      over(({ steady: { [name]: both } }) => both && both.ours[measure] / both.proxy[measure]);
    return `| ${name} | ${ratio('callsPerSecond')} | ${ratio('p50')} x | ${ratio('cpuPerCall')} x |`;
  });
  const first = Object.keys(some.first).map((name) => {
    const ratio = over(({ first: { [name]: both } }) => both && both.ours / both.proxy);
    const ms = over(({ first: { [name]: both } }) => both?.ours);
    return `| ${name} | ${ms} ms | ${ratio} x |`;
  });
  return [
    ...['| over HTTP, against the bare proxy | calls/s | p50 | CPU |', '|---|---|---|---|'],
    ...steady,
    ...['', '| the first 500 calls, one after the other | p50 | p50 |', '|---|---|---|'],
    ...first,
  ];
}

function nameOf({ workload, tokens }: BenchWork): string {
  return `${workload.name}, ${tokens === 1 ? 'one token' : `${tokens} tokens`}`;
}
