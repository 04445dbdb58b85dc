import type { PageChange } from '../../../content/index.ts';
import { Refusal } from '../../refusal.ts';
import { cursorOf } from '../find/cursor.ts';

/** Characters of changes that one answer shows: about 4,000 tokens, more than nearly all change requests take. */
const MAX_CHARACTERS = 14_000;

/** Where not all changes fit, a page shows so many characters of its diff, and so many of a line. */
const MAX_DIFF = 800;
const MAX_LINE = 300;

/** Where a part of the changes begins, and how many there are. */
interface Place {
  from: number;
  total: number;
  /** The page of the first one. */
  pageId: string;
}

/** A part of the changes. */
export interface ChangesPart {
  changes: readonly PageChange[];
  next?: { page: string };
  left?: string;
  note?: string;
}

/**
 * The place that `next.page` of a result names.
 * @throws {Refusal} if the change request changed since that result.
 */
export function placeOf(page: string, revision: string): Place {
  const [from, rest = ''] = cursorOf(page);
  const [known, total, pageId = ''] = rest.split('/');
  if (known !== revision || pageId === '') throw changedSinceRefusal();
  return { from, total: Number(total), pageId };
}

export function changedSinceRefusal(): Refusal {
  return new Refusal('The change request changed since the last result: start again without page.');
}

/** As many changes as one answer shows that the given number of change requests share, at least one. */
export async function firstChanges(
  changes: readonly PageChange[],
  { revision, reviews }: { revision: string; reviews: number },
): Promise<ChangesPart> {
  const most = MAX_CHARACTERS / reviews;
  if (changes.length <= 1 || JSON.stringify(changes).length <= most) return { changes };
  return fittingChanges(changes, { from: 0, total: changes.length }, { revision, most });
}

/** As many changes of a list as one answer shows, at least one; no more are read than that and the next one. */
export async function fittingChanges(
  changes: AsyncIterable<PageChange> | Iterable<PageChange>,
  { from, total }: Omit<Place, 'pageId'>,
  { revision, most = MAX_CHARACTERS }: { revision: string; most?: number },
): Promise<ChangesPart> {
  const shown: PageChange[] = [];
  let characters = most;
  for await (const whole of changes) {
    const change = shortenDiff(whole);
    characters -= JSON.stringify(change).length;
    if (characters < 0 && shown.length > 0) {
      const to = from + shown.length;
      return {
        changes: shown,
        next: { page: `${to}@${revision}/${total}/${change.page}` },
        left: `${total - to} of ${total} changed pages follow: call again with next.page. ${SHORTENED}`,
      };
    }
    shown.push(change);
  }
  return { changes: shown, note: SHORTENED };
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
