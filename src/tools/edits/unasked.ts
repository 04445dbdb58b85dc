import { diffArrays } from 'diff';

/** Beyond so many differing lines, a page counts as changed throughout. */
const MAX_DIFFERENCES = 5_000;
const MAX_NAMED = 5;
const MAX_SHOWN = 120;

interface Compared {
  before: string;
  sent: string;
  stored: string;
  /** Lines of what was sent that count as edited, too; counted from 1. */
  alsoTouched?: readonly number[];
}

interface Hunk {
  /** The first line that is replaced, counted from 1. */
  from: number;
  removed: readonly string[];
  added: readonly string[];
}

/**
 * What the platform stored differently besides what was edited, line by line; undefined where that is nothing. How it
 * writes the lines that were edited is its own matter.
 */
export function unaskedDifferences({ before, sent, stored, alsoTouched = [] }: Compared) {
  const [was, asked, is] = [before, sent, stored].map((text) => text.trim().split('\n')) as [
    string[],
    string[],
    string[],
  ];
  const edits = hunksBetween(was, asked);
  const differences = hunksBetween(asked, is);
  if (!edits || !differences) return 'the text is another';
  const touched = touchedBy(edits, alsoTouched);
  const problems = differences.filter((hunk) => !isAsked(hunk, touched)).map(said);
  if (problems.length === 0) return undefined;
  const more = problems.length - MAX_NAMED;
  return [...problems.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function hunksBetween(from: string[], to: string[]): Hunk[] | undefined {
  const parts = diffArrays(from, to, { maxEditLength: MAX_DIFFERENCES });
  if (!parts) return undefined;
  const hunks: Hunk[] = [];
  let line = 1;
  let open: Hunk | undefined;
  for (const { value, added = false, removed = false } of parts) {
    if (!added && !removed) {
      line += value.length;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { from: line, removed: [], added: [] };
      hunks.push(open);
    }
    if (added) open.added = [...open.added, ...value];
    if (removed) {
      open.removed = [...open.removed, ...value];
      line += value.length;
    }
  }
  return hunks;
}

/** The lines of a text that edits wrote, and of one that they only took lines out of, those around. */
function touchedBy(edits: readonly Hunk[], also: readonly number[]): ReadonlySet<number> {
  const touched = new Set(also);
  let shift = 0;
  for (const { from, removed, added } of edits) {
    const first = from + shift;
    for (let line = 0; line < added.length; line += 1) touched.add(first + line);
    if (added.length === 0) touched.add(first - 1).add(first);
    shift += added.length - removed.length;
  }
  return touched;
}

function isAsked({ from, removed }: Hunk, touched: ReadonlySet<number>): boolean {
  return removed.length > 0
    ? removed.every((_, index) => touched.has(from + index))
    : touched.has(from - 1) || touched.has(from);
}

function said({ from, removed, added }: Hunk): string {
  return `line ${from}: ${quoted(removed)} became ${quoted(added)}`;
}

function quoted(lines: readonly string[]): string {
  if (lines.length === 0) return 'nothing';
  const text = lines.join('\n');
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}
