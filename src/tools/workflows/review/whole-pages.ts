import type { ChangedPage, PageChange } from '../../../content/index.ts';
import { ifAvailable } from '../../if-readable.ts';

/** The change of a page; for a deleted one, with its text as removed. */
export async function withRemoval({ change, removal }: ChangedPage): Promise<PageChange> {
  if (change.change !== 'deleted') return change;
  const diff = await ifAvailable(removal);
  return diff === undefined ? change : { ...change, diff };
}

/** Maximum number of lines to show of a page that was created or deleted. */
const MAX_CREATED_LINES = 60;
const MAX_DELETED_LINES = 12;

/** The change, with a created or deleted page reduced to its beginning, and where the rest of it is. */
export function shortenWhole(made: PageChange): PageChange {
  const isDeleted = made.change === 'deleted';
  if (!isDeleted && !made.change.startsWith('created')) return made;
  const most = isDeleted ? MAX_DELETED_LINES : MAX_CREATED_LINES;
  const lines = made.diff?.replace(/\n$/, '').split('\n') ?? [];
  const left = lines.length - 1 - most;
  if (left <= 0) return made;
  const more = `… ${left} more lines${isDeleted ? '' : '; get_change_request_page shows them'}.`;
  return { ...made, diff: [...lines.slice(0, most + 1), more].join('\n') };
}
