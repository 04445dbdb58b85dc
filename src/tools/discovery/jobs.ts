import { isSignificant, stemsOf, wordsOf } from './words.ts';
import { work } from './work.ts';

/** The significant words of each task of a tool, as stems. */
const jobs: ReadonlyMap<string, readonly ReadonlySet<string>[]> = new Map(
  Object.entries(work).map(([tool, phrases]) => [
    tool,
    phrases.split(', ').map((phrase) => new Set(stemsOf(wordsOf(phrase)).filter(isSignificant))),
  ]),
);

/** All their words. */
export const wordsOfWork: ReadonlySet<string> = new Set(Object.values(work).flatMap(wordsOf));

/** The number of tasks in which a word occurs: the fewer, the more significant it is. */
const frequencies = new Map<string, number>();
for (const job of [...jobs.values()].flat()) {
  for (const stem of job) frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
}

const total = [...jobs.values()].flat().length;

function weightOf(stem: string): number {
  return Math.log(1 + total / (frequencies.get(stem) ?? 1));
}

function weightOfAll(stems: Iterable<string>): number {
  let sum = 0;
  for (const stem of stems) sum += weightOf(stem);
  return sum;
}

/** How well a question matches one task of a tool, in both directions: from 0 to 1. */
export function likenessOf(tool: string, stems: ReadonlySet<string>): number {
  const asked = weightOfAll(stems);
  const each = (jobs.get(tool) ?? []).map((job) => {
    const shared = weightOfAll([...stems].filter((stem) => job.has(stem)));
    return (2 * shared) / (asked + weightOfAll(job) || 1);
  });
  return Math.max(0, ...each);
}
