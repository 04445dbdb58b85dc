import type { PageChange } from '../../../content/index.ts';
import { Refusal } from '../../refusal.ts';
import { cursorOf } from '../find/cursor.ts';

/** Characters of changes that one answer shows: about 4,000 tokens, more than nearly all change requests take. */
const MAX_CHARACTERS = 14_000;

/** The changes of the given number of change requests share one answer. */
interface ShownPart {
  /** `next.page` of the last result. */
  page?: string;
  revision: string;
  reviews: number;
}

/**
 * As many changes as one answer shows, at least one, from the given place on; and where to go on.
 * @throws {Refusal} if the change request changed since the last result.
 */
export function partOfChanges(
  changes: readonly PageChange[],
  { page, revision, reviews }: ShownPart,
): { changes: readonly PageChange[]; next?: { page: string }; left?: string } {
  const [from, known = revision] = cursorOf(page);
  if (known !== revision) {
    throw new Refusal(
      'The change request changed since the last result: start again without page.',
    );
  }
  let characters = MAX_CHARACTERS / reviews;
  const rest = changes.slice(from);
  const fitting = rest.findIndex((change, index) => {
    characters -= JSON.stringify(change).length;
    return characters < 0 && index > 0;
  });
  if (fitting === -1) return { changes: rest };
  const to = from + fitting;
  return {
    changes: rest.slice(0, fitting),
    next: { page: `${to}@${revision}` },
    left: `${changes.length - to} of ${changes.length} changed pages follow: call again with next.page.`,
  };
}
