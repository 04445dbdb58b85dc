import { isTelling, stemsOf, wordsOf } from './words.ts';
import { work } from './work.ts';

/** The telling words of each piece of work of a tool, by their stems. */
const jobs: ReadonlyMap<string, readonly ReadonlySet<string>[]> = new Map(
  Object.entries(work).map(([tool, phrases]) => [
    tool,
    phrases.split(', ').map((phrase) => new Set(stemsOf(wordsOf(phrase)).filter(isTelling))),
  ]),
);

/** Every word of them. */
export const wordsOfWork: ReadonlySet<string> = new Set(Object.values(work).flatMap(wordsOf));

/** In how many pieces of work a word stands: the fewer, the more it tells. */
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

/** How much of a question is in one piece of work of a tool, and the other way round: from 0 to 1. */
export function likenessOf(tool: string, stems: ReadonlySet<string>): number {
  const asked = weightOfAll(stems);
  const each = (jobs.get(tool) ?? []).map((job) => {
    const shared = weightOfAll([...stems].filter((stem) => job.has(stem)));
    return (2 * shared) / (asked + weightOfAll(job) || 1);
  });
  return Math.max(0, ...each);
}
