import type { JobCaller } from '../../../thread-pool.ts';
import { expandTextChanges, type OriginalPage } from '../../edits/expand.ts';
import { isTextChange } from '../../edits/text-changes.ts';
import { Refusal } from '../../refusal.ts';
import type { PageEdit } from '../open-change-request/changes.ts';

/** The text of a page after changes of parts of it that precede a copy in the same call. */
export async function editedText(
  page: OriginalPage,
  earlier: readonly PageEdit[],
  caller: JobCaller,
): Promise<string> {
  const own = earlier.filter(
    (change) => isTextChange(change) && change.page === page.id && change.copy === undefined,
  );
  const stored = page.markdown ?? '';
  if (own.length === 0) return stored;
  try {
    const { writes } = await expandTextChanges(own, async () => page, caller);
    return [...writes.values()][0]?.after ?? stored;
  } catch (error) {
    // A change that does not fit is refused later, under its own number.
    if (!(error instanceof Refusal)) throw error;
    return stored;
  }
}
