import { Worker } from 'node:worker_threads';
import type { BlockedProgram, BlockingCase } from './row.ts';

/** The effect of a row on the others, in milliseconds. */
export interface Waits {
  name: string;
  /** How long the work itself took. */
  took: number;
  p50: number;
  p99: number;
  longest: number;
  /** The error of the work, if it failed. */
  failure: string | undefined;
}

/** Milliseconds for which only the others run before the work begins. */
const CALM_MS = 300;

/** Runs a row while somebody else sends a small request every 10 ms. */
export async function waitsOf<Subject extends BlockedProgram>(
  row: BlockingCase<Subject>,
  subject: Subject,
): Promise<Waits> {
  const run = await row.prepare(subject);
  const pinger = new Worker(new URL('./pinger.mjs', import.meta.url), { workerData: subject.ping });
  await new Promise((resolve) => setTimeout(resolve, CALM_MS));
  const start = performance.now();
  const failure = await run().then(
    () => undefined,
    (error: Error) => error.message.slice(0, 160),
  );
  const took = performance.now() - start;
  const waits = await new Promise<number[]>((resolve, reject) => {
    pinger.once('message', resolve).once('error', reject);
    pinger.postMessage('stop');
  });
  waits.sort((one, other) => one - other);
  const at = (share: number) => waits[Math.floor(share * (waits.length - 1))] ?? 0;
  return { name: row.name, took, p50: at(0.5), p99: at(0.99), longest: at(1), failure };
}
