/** Maximum lines of all diffs together, and maximum number of pages without anything to say about them. */
const MAX_LINES = 100;
const MAX_PLAIN = 20;

interface Page {
  diff?: string;
  note?: unknown;
  kept?: unknown;
  differences?: unknown;
}

/**
 * The pages of an undo. If their diffs are too long together, without those of pages that are as they were before,
 * and without all but the first of these pages.
 */
export function limitPages<P extends Page>(
  pages: readonly P[],
  isMerged: (page: P) => boolean,
): { pages: P[]; others?: string } {
  const lines = pages.reduce((sum, { diff = '' }) => sum + diff.split('\n').length, 0);
  if (lines <= MAX_LINES) return { pages: [...pages] };
  let plain = 0;
  const shown = pages.flatMap((page) => {
    if (isMerged(page) || (page.note ?? page.kept ?? page.differences) !== undefined) return [page];
    plain += 1;
    return plain > MAX_PLAIN ? [] : [{ ...page, diff: undefined }];
  });
  const left = pages.length - shown.length;
  const more = left > 0 ? `${left} more pages are as they were before; ` : '';
  return { pages: shown, others: `${more}review_change_request shows the diffs` };
}
