import type { PageText, SearchedPage, SearchPattern } from '../../../content/find/index.ts';
import { runJob } from '../../jobs/run.ts';
import type { Steps } from '../workflow.ts';
import { type FoundPage, sum } from './result-page.ts';

/** Maximum characters of the texts in one batch, with titles and descriptions. */
const MAX_CHARACTERS = 1_000_000;

/** What a page counts as besides its texts. */
const PAGE_CHARACTERS = 200;

/**
 * Searches pages in batches, so that a thread gets enough work at a time, but never much more. Yields the pages with
 * matches, and their results.
 */
export async function searchInBatches<Result extends object>(
  texts: readonly PageText[],
  search: (pages: SearchedPage[]) => Promise<(Result | undefined)[]>,
): Promise<(Result & { page: PageText['page'] })[]> {
  const found: (Result & { page: PageText['page'] })[] = [];
  for (let from = 0; from < texts.length; ) {
    const batch: PageText[] = [];
    let characters = 0;
    do {
      const text = texts[from] as PageText;
      batch.push(text);
      const { title, description } = text.page;
      for (const part of [title, description, text.markdown]) characters += part?.length ?? 0;
      characters += PAGE_CHARACTERS;
      from += 1;
    } while (from < texts.length && characters < MAX_CHARACTERS);
    const results = await search(
      batch.map(({ page: { title, description }, markdown }) => ({
        page: { title, description },
        markdown,
      })),
    );
    for (const [index, result] of results.entries()) {
      if (result) found.push({ ...result, page: (batch[index] as PageText).page });
    }
  }
  return found;
}

/** The pages with matches. */
export function findAll(
  texts: readonly PageText[],
  searched: SearchPattern,
  { caller }: Steps,
): Promise<FoundPage[]> {
  const isHeavy = searched.match === 'regex';
  return searchInBatches(texts, (pages) =>
    runJob('findOnPages', { pages, searched }, caller, { isHeavy }),
  );
}

/**
 * The number of matches of the same words that begin or end within longer words, such as plurals; `whole` is that of
 * whole words.
 */
export async function countInLongerWords(
  texts: readonly PageText[],
  searched: SearchPattern,
  matches: number,
  steps: Steps,
): Promise<number> {
  if (searched.match !== 'words') return 0;
  const anywhere = await findAll(texts, { ...searched, match: 'text', texts: false }, steps);
  return sum(anywhere, (page) => page.matches) - matches;
}
