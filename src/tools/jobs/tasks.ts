import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import { cacheResult } from '../../text/index.ts';
import { JOBS } from './jobs.ts';
import type { Job } from './run.ts';

/** Maximum bytes of the inputs whose results are kept: those of one edit of a few long pages. */
const MAX_KEPT = 16 * 1024 * 1024;

const done = new LRUCache<string, { result: unknown }>({ maxSize: MAX_KEPT });

/** Does one job in a worker thread. The steps of an edit repeat jobs, so recent results are kept. */
export default async function runJob({ name, input, sanitized = [] }: Job): Promise<unknown> {
  const bytes = serialize({ name, input });
  const key = createHash('sha256').update(bytes).digest('base64');
  const known = done.get(key);
  if (known) return known.result;
  for (const [text, result] of sanitized) cacheResult(text, result);
  const result = await (JOBS[name] as (given: unknown) => unknown)(input);
  done.set(key, { result }, { size: bytes.length });
  return result;
}
