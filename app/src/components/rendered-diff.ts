import { diffArrays } from 'diff';
import { type Child, h } from '../dom.ts';
import type { PageExcerpt } from '../hunks.ts';
import { blocksOf, type SourceBlock } from '../markdown/blocks.ts';
import type { MakeLink } from '../markdown/html.ts';
import { renderBlock } from '../markdown/render.ts';
import type { Note } from './notes.ts';

/** Beyond this number, blocks are not compared. */
const LIMITS = { maxEditLength: 2_000, timeout: 1_000 };

/** Unchanged blocks shown around a change. */
const CONTEXT = 2;

type DiffSide = 'same' | 'removed' | 'added';

interface DiffRow {
  side: DiffSide;
  block: SourceBlock;
}

const SIDES = {
  removed: { tag: 'del', word: 'Removed' },
  added: { tag: 'ins', word: 'Added' },
} as const;

/** The parts of a page as readers see them, with removed and added blocks. */
export function renderedDiff(
  pieces: readonly PageExcerpt[],
  notes: readonly Note[],
  link: MakeLink,
): HTMLElement[] {
  return pieces.map((piece) =>
    h('div', { class: 'piece' }, ...withGaps(compared(piece), notes, link)),
  );
}

/** The blocks of all pieces after the change. */
export function blocksAfter(pieces: readonly PageExcerpt[]): SourceBlock[] {
  return pieces.flatMap(({ after, line }) => blocksOf(after, line));
}

function compared({ before, after, line }: PageExcerpt): DiffRow[] {
  const [old, fresh] = [blocksOf(before), blocksOf(after, line)];
  const comparator = (a: SourceBlock, b: SourceBlock) =>
    a.source === b.source && a.depth === b.depth;
  const parts = diffArrays(old, fresh, { ...LIMITS, comparator });
  if (!parts) return [...rows(old, 'removed'), ...rows(fresh, 'added')];
  let next = 0;
  return parts.flatMap(({ value, removed, added }) => {
    if (removed) return rows(value, 'removed');
    // For an unchanged block, its position after the change counts.
    const there = fresh.slice(next, next + value.length);
    next += value.length;
    return rows(there, added ? 'added' : 'same');
  });
}

function rows(blocks: readonly SourceBlock[], side: DiffSide): DiffRow[] {
  return blocks.map((block) => ({ side, block }));
}

function withGaps(all: readonly DiffRow[], notes: readonly Note[], link: MakeLink): Child[] {
  const shown = all.map(({ block }, index) => {
    const near = all.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1);
    return near.some(({ side }) => side !== 'same') || notesAt(block, notes).length > 0;
  });
  const children: Child[] = [];
  for (let index = 0; index < all.length; ) {
    const hidden = endOfGap(shown, index);
    const isGap = hidden - index > 1;
    const end = isGap ? hidden : endOfRun(all, index);
    const run = all.slice(index, end);
    children.push(isGap ? gap(run, link) : changed(run, notes, link));
    index = end;
  }
  return children;
}

/** The end of a series of hidden blocks; `start` if there is none. */
function endOfGap(shown: readonly boolean[], start: number): number {
  const end = shown.indexOf(true, start);
  return end === -1 ? shown.length : end;
}

/** The end of a series of removed or of added blocks; each unchanged block is a series. */
function endOfRun(all: readonly DiffRow[], start: number): number {
  const side = all[start]?.side;
  if (side === 'same') return start + 1;
  let end = start + 1;
  while (all[end]?.side === side) end += 1;
  return end;
}

/** Unchanged blocks that a person can expand. */
function gap(hidden: readonly DiffRow[], link: MakeLink): HTMLElement {
  const summary = h('summary', {}, `${hidden.length} unchanged blocks`);
  const details = h('details', { class: 'gap' }, summary);
  details.addEventListener('toggle', () => details.append(changed(hidden, [], link)), {
    once: true,
  });
  return details;
}

/** Unchanged, removed or added blocks that belong together. */
function changed(run: readonly DiffRow[], notes: readonly Note[], link: MakeLink): HTMLElement {
  const side = run[0]?.side ?? 'same';
  // Notes refer to the page after the change.
  const blocks = run.flatMap((row) => rowOf(row, side === 'removed' ? [] : notes, link));
  if (side === 'same') return h('div', {}, ...blocks);
  const { tag, word } = SIDES[side];
  return h(tag, { class: `change ${side}` }, h('span', { class: 'side' }, word), ...blocks);
}

function rowOf({ block }: DiffRow, notes: readonly Note[], link: MakeLink): HTMLElement[] {
  const depth = String(Math.min(block.depth, 3));
  const element = h('div', { class: 'block', 'data-depth': depth }, renderBlock(block, link));
  return [element, ...notesAt(block, notes).map((note) => note.element())];
}

function notesAt(block: SourceBlock, notes: readonly Note[]): Note[] {
  return notes.filter(({ line = 0 }) => line >= block.line && line <= block.end);
}
