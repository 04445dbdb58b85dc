import { decode } from '../content/encoding.ts';
import type { ParsedPage } from '../markdown/read-page.ts';
import { requireShortFile } from '../markdown/submission.ts';
import { READ_PAGE } from '../markdown/tasks.ts';
import { mapInTurns } from '../runtime/turns.ts';
import { runInWorker, valueOrRefusal } from '../workers/pool.ts';
import { pageFileOf, pageOf, type SourcePage, type TreeEntry } from './source-tree.ts';

/** Characters per job of a worker thread. */
const JOB_CHARACTERS = 100_000;

/** Jobs of one import at once. */
const JOBS = 4;

/**
 * The pages of a tree, with the parsed texts of their files.
 * @throws {ApiError} 422 for a text that cannot be read.
 */
export async function readPages(
  entries: readonly TreeEntry[],
  texts: ReadonlyMap<string, Uint8Array>,
  signal?: AbortSignal,
): Promise<SourcePage[]> {
  const raws = await mapInTurns(entries, ({ type, key }) => {
    const bytes = type === 'document' ? texts.get(key) : undefined;
    if (!bytes) return undefined;
    requireShortFile(bytes, key);
    return decode(bytes);
  });
  const reads = await parsed(entries, raws, signal);
  return await mapInTurns(entries, (entry, index) => {
    const [raw, read] = [raws[index], reads.get(index)];
    return pageOf(entry, raw !== undefined && read ? { raw, read } : undefined);
  });
}

/** Parses texts in worker threads, several per job, because each job has overhead; returns them by index. */
async function parsed(
  entries: readonly TreeEntry[],
  raws: readonly (string | undefined)[],
  signal: AbortSignal | undefined,
): Promise<Map<number, ParsedPage>> {
  const jobs: number[][] = [];
  let size = JOB_CHARACTERS;
  for (const [index, raw] of raws.entries()) {
    if (raw === undefined) continue;
    if (size + raw.length > JOB_CHARACTERS) {
      jobs.push([]);
      size = 0;
    }
    jobs.at(-1)?.push(index);
    size += raw.length;
  }
  const reads = new Map<number, ParsedPage>();
  const queue = jobs.values();
  const work = async () => {
    for (const job of queue) {
      const files = job.map((index) => pageFileOf(entries[index] as TreeEntry, raws[index] ?? ''));
      const outcomes = await runInWorker(READ_PAGE, files, { signal });
      for (const [at, outcome] of outcomes.entries()) {
        reads.set(job[at] as number, valueOrRefusal(outcome));
      }
    }
  };
  await Promise.all(Array.from({ length: JOBS }, work));
  return reads;
}
