import { diffWordsWithSpace } from 'diff';
import { type Child, h } from '../dom.ts';
import type { DiffLine, Hunk } from '../hunks.ts';
import type { Note } from './notes.ts';

/** Lines with more differing words than this are shown without marking the words. */
const MAX_WORD_EDITS = 100;
const MAX_COMPARED = 2_000;

const SIGNS = { same: ' ', removed: '−', added: '+', note: ' ' } as const;
const WORDS = { same: undefined, removed: 'Removed', added: 'Added', note: undefined } as const;

/** The changed lines of a page, with context. */
export function textDiff(hunks: readonly Hunk[], notes: readonly Note[]): HTMLElement {
  const parts = hunks.map(({ lines }) =>
    h('tbody', {}, ...lines.flatMap((line, index) => rows(line, lines, index, notes))),
  );
  return h(
    'div',
    { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Changed lines' },
    h('table', { class: 'lines' }, h('caption', { class: 'unseen' }, 'Changed lines'), ...parts),
  );
}

function rows(
  line: DiffLine,
  lines: readonly DiffLine[],
  index: number,
  notes: readonly Note[],
): HTMLElement[] {
  const { kind, text, before, after } = line;
  const word = WORDS[kind];
  const row = h(
    'tr',
    { class: kind },
    h('td', { class: 'number' }, before?.toString()),
    h('td', { class: 'number' }, after?.toString()),
    h(
      'td',
      { class: 'line' },
      h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[kind]),
      word && h('span', { class: 'unseen' }, `${word}: `),
      ...(marked(line, lines, index) ?? [text]),
    ),
  );
  const here = notes.filter((note) => note.line !== undefined && note.line === after);
  if (kind === 'removed') return [row];
  return [
    row,
    ...here.map((note) => h('tr', { class: 'beside' }, h('td', { colspan: '3' }, note.element()))),
  ];
}

/** The words of a line that differ from the line that it replaced. */
function marked(
  { kind, text }: DiffLine,
  lines: readonly DiffLine[],
  index: number,
): Child[] | undefined {
  const other = counterpart(lines, index);
  if (other === undefined || text.length + other.length > MAX_COMPARED) return undefined;
  const [before, after] = kind === 'removed' ? [text, other] : [other, text];
  const words = diffWordsWithSpace(before, after, { maxEditLength: MAX_WORD_EDITS });
  return words
    ?.filter(({ removed, added }) => (kind === 'removed' ? !added : !removed))
    .map(({ value, removed, added }) => (removed || added ? h('mark', {}, value) : value));
}

/** The corresponding line on the other side, in two runs of the same length. */
function counterpart(lines: readonly DiffLine[], index: number): string | undefined {
  const kind = lines[index]?.kind;
  if (kind !== 'removed' && kind !== 'added') return undefined;
  const [start, end] = runAround(lines, index, kind);
  const [from, to] =
    kind === 'removed' ? runAround(lines, end, 'added') : runAround(lines, start - 1, 'removed');
  return to - from === end - start ? lines[from + index - start]?.text : undefined;
}

/** The start and end of the run of the same kind that contains this line; empty if there is none. */
function runAround(
  lines: readonly DiffLine[],
  index: number,
  kind: DiffLine['kind'],
): [number, number] {
  if (lines[index]?.kind !== kind) return [index, index];
  let [start, end] = [index, index + 1];
  while (lines[start - 1]?.kind === kind) start -= 1;
  while (lines[end]?.kind === kind) end += 1;
  return [start, end];
}
