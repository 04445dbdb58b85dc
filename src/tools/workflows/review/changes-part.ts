import type { PageChange } from '../../../content/index.ts';
import { Refusal } from '../../refusal.ts';
import { cursorOf } from '../find/cursor.ts';

/** Characters of changes that one answer shows: about 4,000 tokens, more than nearly all change requests take. */
const MAX_CHARACTERS = 14_000;

/** Where not all changes fit, a page shows so many characters of its diff, and so many of a line. */
const MAX_DIFF = 800;
const MAX_LINE = 300;

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
): { changes: readonly PageChange[]; next?: { page: string }; left?: string; note?: string } {
  const [from, known = revision] = cursorOf(page);
  if (known !== revision) {
    throw new Refusal(
      'The change request changed since the last result: start again without page.',
    );
  }
  let characters = MAX_CHARACTERS / reviews;
  const isLong = changes.length > 1 && JSON.stringify(changes).length > characters;
  const rest = isLong ? changes.slice(from).map(shortenDiff) : changes.slice(from);
  const fitting = rest.findIndex((change, index) => {
    characters -= JSON.stringify(change).length;
    return characters < 0 && index > 0;
  });
  if (fitting === -1) return { changes: rest, ...(isLong && { note: SHORTENED }) };
  const to = from + fitting;
  return {
    changes: rest.slice(0, fitting),
    next: { page: `${to}@${revision}` },
    left: `${changes.length - to} of ${changes.length} changed pages follow: call again with next.page. ${SHORTENED}`,
  };
}

const SHORTENED = 'Diffs that end with … go on if the page is given as pageId.';

/** The change with the beginning of its diff. */
function shortenDiff(change: PageChange): PageChange {
  const { diff = '' } = change;
  if (diff.length <= MAX_DIFF) return change;
  const lines: string[] = [];
  let characters = MAX_DIFF;
  for (const line of diff.split('\n')) {
    const shown = line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
    characters -= shown.length;
    if (characters < 0) break;
    lines.push(shown);
  }
  return { ...change, diff: [...lines, '…'].join('\n') };
}
