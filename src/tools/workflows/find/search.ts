import type { PageText, Wanted } from '../../../content/find/index.ts';
import { runJob } from '../../jobs/run.ts';
import type { Steps } from '../workflow.ts';
import { searchInBatches } from './batches.ts';
import type { FoundPage } from './lines-shown.ts';

/** The pages with matches. */
export function findAll(
  texts: readonly PageText[],
  wanted: Wanted,
  { context: { signal } }: Steps,
): Promise<FoundPage[]> {
  const isHeavy = wanted.match === 'regex';
  return searchInBatches(texts, (pages) => runJob('find', { pages, wanted }, { isHeavy, signal }));
}
