/** Changed lines that an answer shows, removed and added ones together. */
const MAX_LINES = { preview: 60, written: 24 };

/** Where the others can be seen. */
const OTHERS = {
  preview: 'a preview of only this page shows them',
  written: 'review_change_request shows them',
};

/**
 * The pages with a part of the diff of each, if their diffs are too long together: the first replaced lines of every
 * page, and how many more there are. The diffs of fewer pages are shown whole.
 */
export function sampled<P extends { diff: string }>(pages: P[], what: keyof typeof MAX_LINES): P[] {
  const most = MAX_LINES[what];
  const all = pages.reduce((sum, { diff }) => sum + diff.split('\n').filter(isChanged).length, 0);
  if (all <= most) return pages;
  const pairs = Math.max(1, Math.floor(most / 2 / pages.length));
  return pages.map((page) => ({ ...page, diff: sampleOf(page.diff, pairs, OTHERS[what]) }));
}

function isChanged(line: string): boolean {
  return line.startsWith('-') || line.startsWith('+');
}

/** The first removed lines of a diff, as many added ones, and the number of the others. */
function sampleOf(diff: string, pairs: number, others: string): string {
  const kept: string[] = [];
  const count = { '-': 0, '+': 0 };
  let left = 0;
  for (const line of diff.split('\n')) {
    const sign = isChanged(line) ? (line[0] as '-' | '+') : undefined;
    if (sign) count[sign] += 1;
    const isOver = sign ? count[sign] > pairs : Math.max(count['-'], count['+']) >= pairs;
    if (!isOver) kept.push(line);
    else if (sign) left += 1;
  }
  if (left > 0) kept.push(`… ${left} more changed lines; ${others}.`);
  return kept.join('\n');
}
