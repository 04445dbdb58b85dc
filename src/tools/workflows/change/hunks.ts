import { foldedHunks } from '../../../content/index.ts';
import { sanitizeLines } from '../../../text/index.ts';

/**
 * Maximum characters of a diff line that is shown in full, and of the context around the difference in a longer one.
 */
const MAX_LINE = 160;
const CONTEXT_CHARACTERS = 40;

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

/** Maximum characters of a removed line that no new one stands for. */
const MAX_REMOVED = 300;

function truncateRemoved(line: string): string {
  return line.length > MAX_REMOVED ? `${line.slice(0, MAX_REMOVED)}…` : line;
}

/** Lines of a diff, in which pairs of long lines are reduced to what is around their difference. */
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
    const pairs = removed.length === added.length;
    const shown = removed.map((line, index) =>
      pairs ? aroundDifference(line, added[index] ?? '') : [truncateRemoved(line), ''],
    );
    for (const [was = ''] of shown) result.push(was);
    for (const line of pairs ? shown.map(([, is]) => is ?? '') : added) result.push(line);
    at += removed.length + added.length;
  }
  return result;
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

/** Where the first whole word behind a cut begins, unless that is behind the difference. */
function wordFrom(line: string, cut: number, difference: number): number {
  const blank = cut <= 1 || line[cut - 1] === ' ' ? -1 : line.indexOf(' ', cut);
  return blank === -1 || blank >= difference ? cut : blank + 1;
}

/** Where the last whole word before a cut ends, unless that is before the end of the difference. */
function wordTo(line: string, cut: number, difference: number): number {
  const blank = cut >= line.length || line[cut] === ' ' ? -1 : line.lastIndexOf(' ', cut);
  return blank <= difference ? cut : blank;
}

/** Two lines of a diff, without most of their common beginning and end. */
function aroundDifference(removed: string, added: string): [string, string] {
  if (Math.max(removed.length, added.length) <= MAX_LINE) return [removed, added];
  const least = Math.min(removed.length, added.length) - 1;
  let start = 1;
  while (start <= least && removed[start] === added[start]) start += 1;
  let end = 0;
  while (end < least - start && removed.at(-1 - end) === added.at(-1 - end)) end += 1;
  const cut = (line: string) => {
    const from = wordFrom(line, Math.max(1, start - CONTEXT_CHARACTERS), start);
    const to = wordTo(
      line,
      Math.min(line.length, line.length - end + CONTEXT_CHARACTERS),
      line.length - end,
    );
    return `${line[0]}${from > 1 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
  };
  return [cut(removed), cut(added)];
}
