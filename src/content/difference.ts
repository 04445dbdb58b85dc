import { differencesBetween } from '@docs-platform-mcp/markdown';
import { createTwoFilesPatch } from 'diff';

/** With more differing lines than this, stop looking for the shortest diff. */
const MAX_EDITS = 400;

/** Lines to show of texts that differ in more than `MAX_EDITS`. */
const MAX_LINES = 400;

/** Unified diff between what was sent and what the platform stored. */
export function differenceOf(sent: string, stored: string): string {
  return patch(['sent', 'stored'], [sent.trim(), stored.trim()], 1);
}

/** A unified diff of two named texts. If they differ too much, it is truncated and says so. */
export function patch(
  [from, to]: [string, string],
  [before, after]: [string, string],
  context: number,
): string {
  const limits = { context, maxEditLength: MAX_EDITS };
  return (
    createTwoFilesPatch(from, to, before, after, undefined, undefined, limits) ??
    shortPatch([from, to], [before, after])
  );
}

/** The hunks of a unified diff of two texts, without its header; empty for equal texts. */
export function hunks(before: string, after: string, context: number): string {
  return withoutHeader(patch(['', ''], [before, after], context));
}

/** The same without context, with only the beginning and the end of each long part that is removed. */
export function foldedHunks(before: string, after: string): string {
  const limits = { context: 0, maxEditLength: MAX_EDITS };
  const patchText = createTwoFilesPatch('', '', before, after, undefined, undefined, limits);
  if (patchText === undefined)
    return withoutHeader(shortPatch(['', ''], [before, after], foldRemoved));
  const lines = withoutHeader(patchText).split('\n');
  const shown: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const removed = runFrom(lines, at, '-');
    const added = runFrom(lines, at + removed.length, '+');
    if (removed.length === 0) shown.push(lines[at] ?? '');
    else shown.push(...foldRemoved(removed, added.length), ...added);
    at += removed.length === 0 ? 1 : removed.length + added.length;
  }
  return shown.join('\n');
}

function runFrom(lines: readonly string[], from: number, mark: string): readonly string[] {
  let end = from;
  while (lines[end]?.startsWith(mark)) end += 1;
  return lines.slice(from, end);
}

/** Removed lines that are shown: the first ones, the last ones, and up to this many more. */
const SHOWN = {
  replaced: { first: 6, last: 2, spare: 4 },
  deleted: { first: 2, last: 1, spare: 2 },
};

/** The removed lines of a hunk, folded unless each has a new one in its place. */
function foldRemoved(removed: readonly string[], added: number): readonly string[] {
  const { first, last, spare } = SHOWN[added === 0 ? 'deleted' : 'replaced'];
  const more = removed.length - first - last;
  if (more <= spare || removed.length === added) return removed;
  return [...removed.slice(0, first), `-… ${more} more lines`, ...removed.slice(-last)];
}

function withoutHeader(patchText: string): string {
  const start = patchText.indexOf('@@');
  return start === -1 ? '' : patchText.slice(start);
}

function shortPatch(
  [from, to]: [string, string],
  [before, after]: [string, string],
  shownOf = (removed: readonly string[], _added: number) => removed,
): string {
  const lines: string[] = [];
  let all = 0;
  for (const { line, removed, added } of differencesBetween(before, after)) {
    const were = removed.map((text) => `-${text}`);
    const runs = [shownOf(were, added.length), added.map((text) => `+${text}`)];
    all += runs.flat().length;
    if (lines.length >= MAX_LINES) continue;
    const room = MAX_LINES - lines.length;
    lines.push(
      `@@ -${line.before},${removed.length} +${line.after},${added.length} @@`,
      ...runs.flatMap((run) => run.slice(0, room)),
    );
  }
  const shown = lines.filter((text) => !text.startsWith('@@')).length;
  const note =
    all > shown
      ? [`The difference is cut off: ${all - shown} of ${all} changed lines are left out.`]
      : [];
  return [
    '===================================================================',
    `--- ${from}`,
    `+++ ${to}`,
    ...lines,
    ...note,
    '',
  ].join('\n');
}
