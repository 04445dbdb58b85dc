import { foldedHunks } from '../../../content/index.ts';
import { sanitizeLines } from '../../../text/index.ts';
import { aroundDifferences, pairLines } from './line-pairs.ts';

/** The hunks of a diff of the texts as readers see them, without context and without the middle of long removed parts. */
export function hunksOf({ before, after }: { before: string; after: string }): string {
  return shortenLongLines(foldedHunks(readerText(before), readerText(after)).split('\n')).join(
    '\n',
  );
}

/** A last line that only gains a line break does not count as changed. */
function readerText(markdown: string): string {
  const text = sanitizeLines(markdown);
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** Maximum characters of a removed line that no new line replaces. */
const MAX_REMOVED = 100;

function truncateRemoved(line: string): string {
  return line.length > MAX_REMOVED ? `${line.slice(0, MAX_REMOVED)}…` : line;
}

/** Lines of a diff, in which pairs of long lines are reduced to the surroundings of their differences. */
function shortenLongLines(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const removed = runFrom(lines, at, '-');
    const added = runFrom(lines, at + removed.length, '+');
    if (removed.length === 0 && added.length === 0) {
      if (!lines[at]?.startsWith('\\')) result.push(lines[at] ?? '');
      at += 1;
      continue;
    }
    result.push(...shortenRun(removed, added));
    at += removed.length + added.length;
  }
  return result;
}

/** The removed lines of a hunk, and then the added ones. */
function shortenRun(removed: readonly string[], added: readonly string[]): string[] {
  const [were, are]: [string[], string[]] = [[], []];
  const [old, fresh] = [removed, added].map((run) => run.map((line) => line.slice(1)));
  for (const { was, is } of pairLines(old ?? [], fresh ?? [])) {
    if (was !== undefined && is !== undefined) {
      const [before, after] = aroundDifferences(was, is);
      were.push(`-${before}`);
      are.push(`+${after}`);
    } else if (was !== undefined) were.push(truncateRemoved(`-${was}`));
    else are.push(`+${is}`);
  }
  return [...were, ...are];
}

function runFrom(lines: readonly string[], from: number, mark: string): string[] {
  const run: string[] = [];
  for (let at = from; lines[at]?.startsWith(mark); at += 1) {
    run.push(lines[at] ?? '');
    // States that the text ends without a line break.
    if (lines[at + 1]?.startsWith('\\')) break;
  }
  return run;
}
