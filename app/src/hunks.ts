/** A line of a unified diff, with its numbers in the texts that contain it. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added' | 'note';
  text: string;
  before?: number;
  after?: number;
}

/** A group of adjacent lines. */
export interface Hunk {
  lines: DiffLine[];
}

const HEADER = /^@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@/;

const KINDS: Readonly<Record<string, DiffLine['kind']>> = {
  ' ': 'same',
  '-': 'removed',
  '+': 'added',
};

/** The hunks of the unified diff of one page. */
export function hunksOf(diff: string): Hunk[] {
  const hunks: Hunk[] = [];
  let [before, after] = [0, 0];
  for (const line of diff.split('\n')) {
    const header = HEADER.exec(line);
    if (header) {
      [before, after] = [Number(header[1]), Number(header[2])];
      hunks.push({ lines: [] });
      continue;
    }
    const hunk = hunks.at(-1);
    // File names precede the first hunk. The marker for a missing final line break is not shown.
    if (!hunk || line === '' || line.startsWith('\\')) continue;
    const kind = KINDS[line.charAt(0)] ?? 'note';
    if (kind === 'note') {
      hunk.lines.push({ kind, text: line });
      continue;
    }
    hunk.lines.push({
      kind,
      text: line.slice(1),
      ...(kind !== 'added' && { before }),
      ...(kind !== 'removed' && { after }),
    });
    if (kind !== 'added') before += 1;
    if (kind !== 'removed') after += 1;
  }
  return hunks;
}

/** A part of a page before and after, as far as it is known. */
export interface PageExcerpt {
  before: string;
  after: string;
  /** Number of the first line after the change. */
  line: number;
}

/** The parts of both texts that the hunks contain. */
export function piecesOf(hunks: readonly Hunk[]): PageExcerpt[] {
  return hunks.map(({ lines }) => ({
    before: textOf(lines, 'added'),
    after: textOf(lines, 'removed'),
    line: lines.find(({ after }) => after !== undefined)?.after ?? 1,
  }));
}

function textOf(lines: readonly DiffLine[], without: DiffLine['kind']): string {
  return lines
    .filter(({ kind }) => kind !== without && kind !== 'note')
    .map(({ text }) => text)
    .join('\n');
}

/** The first lines of all hunks, up to this number. */
export function firstLines(hunks: readonly Hunk[], most: number): Hunk[] {
  let left = most;
  return hunks.flatMap(({ lines }) => {
    const shown = lines.slice(0, left);
    left -= shown.length;
    return shown.length > 0 ? [{ lines: shown }] : [];
  });
}

/** A text that exists on one side only, as one hunk. */
export function wholeHunk(text: string, kind: 'removed' | 'added'): Hunk {
  const side = kind === 'removed' ? 'before' : 'after';
  const lines = text.replace(/\n$/, '').split('\n');
  return { lines: lines.map((line, index) => ({ kind, text: line, [side]: index + 1 })) };
}
