import { type Range, type Replacement, replaceRanges } from '@docs-platform-mcp/markdown';
import { tagsOf } from './open-tags.ts';

/** A pipe between cells. */
const PIPE = /(?<!\\)(?:\\\\)*\|/g;

/**
 * The rows with more cells than their table has columns, without further blank cells, and with further pipes escaped:
 * first those within code and elements, where the service leaves them as they are. A parser would drop the last cells,
 * and take a head with further cells for text.
 */
export function rowsWithAllCells(text: string, { start, end }: Range): Replacement[] {
  const lines = text.slice(start, end).split('\n');
  const columns = lines[1]?.match(/:?-+:?/g)?.length ?? 0;
  const rows: Replacement[] = [];
  let at = start;
  for (const [index, line] of lines.entries()) {
    const filled = index === 1 ? line : withoutBlankCells(line, columns);
    const row = index > 1 ? withColumns(filled, columns) : filled;
    if (row !== line) rows.push({ start: at, end: at + line.length, text: row });
    at += line.length + 1;
  }
  return rows;
}

function withoutBlankCells(row: string, columns: number): string {
  const last = betweenCells(row)[columns - 1];
  return last === undefined || /[^\s|]/.test(row.slice(last)) ? row : row.slice(0, last + 1);
}

function withColumns(row: string, columns: number): string {
  const pipes = betweenCells(row);
  if (pipes.length < columns) return row;
  const outside = notIn(notIn(pipes, codeIn(row)), elementsIn(row));
  const kept = new Set(outside.slice(0, columns - 1));
  const escaped = pipes.filter((pipe) => !kept.has(pipe));
  return replaceRanges(
    row,
    escaped.map((pipe) => ({ start: pipe, end: pipe, text: '\\' })),
  );
}

/** The offsets that are in none of these ranges; both in order. */
function notIn(places: readonly number[], ranges: readonly Range[]): number[] {
  let at = 0;
  return places.filter((place) => {
    while ((ranges[at]?.end ?? Number.POSITIVE_INFINITY) <= place) at += 1;
    return place < (ranges[at]?.start ?? Number.POSITIVE_INFINITY);
  });
}

/** The offsets of the pipes of a row, apart from those at its margins. */
function betweenCells(row: string): number[] {
  const pipes = [...row.matchAll(PIPE)].map(({ 0: match, index }) => index + match.length - 1);
  const [first, last] = [pipes[0], pipes.at(-1)];
  const isFirst = first !== undefined && /^[ \t>]*$/.test(row.slice(0, first));
  const isLast = last !== undefined && row.slice(last + 1).trim() === '';
  return pipes.slice(isFirst ? 1 : 0, isLast ? -1 : undefined);
}

/** The code spans of a row, found as if no pipe ended them. */
function codeIn(row: string): Range[] {
  const runs = [...row.matchAll(/`+/g)].map(({ 0: run, index }) => ({
    start: index,
    length: run.length,
  }));
  const nextOf = new Map<number, number>();
  const closing = runs.map(() => -1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const { length } = runs[at] ?? { length: 0 };
    closing[at] = nextOf.get(length) ?? -1;
    nextOf.set(length, at);
  }
  const spans: Range[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const close = closing[at] ?? -1;
    const [from, to] = [runs[at], runs[close]];
    if (!from || !to) continue;
    spans.push({ start: from.start, end: to.start + to.length });
    at = close;
  }
  return spans;
}

/** The elements of a row from their first tag to their last one. */
function elementsIn(row: string): Range[] {
  const elements: Range[] = [];
  let start: number | undefined;
  for (const tag of tagsOf(row)) {
    if (tag.open.total > 0) start ??= tag.start;
    else if (start !== undefined) {
      elements.push({ start, end: tag.after });
      start = undefined;
    }
  }
  return elements;
}
