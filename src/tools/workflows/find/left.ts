import type { SpaceTexts, Wanted } from '../../../content/find/index.ts';
import { withoutTitleLine } from '../../edits/title-line.ts';
import type { TreeWrite } from '../change/write.ts';
import type { Steps } from '../workflow.ts';
import { findAll } from './search.ts';

/** A written page, and the number of matches in its new texts. */
export type CountedWrite = TreeWrite & { again: number };

/**
 * How many matches are left for the same search, apart from those in the new texts.
 * @param read all pages that were searched.
 * @param stored the texts of the written pages, read back.
 */
export async function leftAfter(
  read: SpaceTexts,
  { writes, stored }: { writes: readonly CountedWrite[]; stored: ReadonlyMap<string, string> },
  wanted: Wanted,
  steps: Steps,
): Promise<number> {
  const fields = new Map(writes.map(({ page, fields }) => [page.id, fields]));
  const texts = read.texts.map(({ page, markdown }) => {
    const text = stored.get(page.id) ?? markdown;
    return {
      page: { ...page, ...fields.get(page.id) },
      markdown: text === undefined ? text : withoutTitleLine(text, page.title),
    };
  });
  const found = await findAll(texts, wanted, steps);
  const matches = found.reduce((sum, page) => sum + page.matches, 0);
  const again = writes.reduce((sum, write) => sum + write.again, 0);
  return Math.max(0, matches - again);
}
