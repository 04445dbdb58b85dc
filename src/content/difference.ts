import { differencesBetween } from '@docs-platform-mcp/markdown';
import { createTwoFilesPatch } from 'diff';

/** With more differing lines than this, stop looking for the shortest diff. */
const MAX_EDITS = 400;

/** Lines shown when texts differ in more. */
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
  const whole = patch(['', ''], [before, after], context);
  const start = whole.indexOf('@@');
  return start === -1 ? '' : whole.slice(start);
}

function shortPatch([from, to]: [string, string], [before, after]: [string, string]): string {
  const lines: string[] = [];
  let all = 0;
  for (const { line, removed, added } of differencesBetween(before, after)) {
    all += removed.length + added.length;
    if (lines.length >= MAX_LINES) continue;
    const room = MAX_LINES - lines.length;
    lines.push(
      `@@ -${line.before},${removed.length} +${line.after},${added.length} @@`,
      ...removed.slice(0, room).map((text) => `-${text}`),
      ...added.slice(0, room).map((text) => `+${text}`),
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
