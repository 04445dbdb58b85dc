import { JOBS } from './jobs.ts';
import type { Job } from './run.ts';

/** Does one job in a worker thread. */
export default function runJob({ name, input }: Job): unknown {
  return (JOBS[name] as (given: unknown) => unknown)(input);
}
