import { diffArrays } from 'diff';

/** A part of a merged text: merged lines, or the conflicting lines of both sides and of their base. */
export type Region = { lines: string[] } | { base: string[]; ours: string[]; theirs: string[] };

export interface Merge {
  regions: Region[];
  /** A side differs so much from the base that its lines were not compared one by one. */
  isCoarse: boolean;
}

/** Lines of the base that a side replaced with its own; end indexes are exclusive. */
interface MergeHunk {
  side: 'ours' | 'theirs';
  from: number;
  to: number;
  sideFrom: number;
  sideTo: number;
}

/**
 * Maximum number of added and removed lines; beyond it, the rest counts as replaced, because the effort is quadratic.
 */
const MAX_EDITS = 2_000;

/** The differing runs of lines, or of any other items, in two sequences, in order. */
export function changedRuns(before: string[], after: string[]): Omit<MergeHunk, 'side'>[] {
  return hunksOf('ours', before, after).hunks;
}

/**
 * Three-way merge by lines, or by any other items, in time bounded by the maximum number of edits. Changes of the two
 * sides conflict if no more than `gap` unchanged items lie between them.
 */
export function mergeLines(base: string[], theirs: string[], ours: string[], gap = 0): Merge {
  const our = hunksOf('ours', base, ours);
  const their = hunksOf('theirs', base, theirs);
  const hunks = [...our.hunks, ...their.hunks].sort((a, b) => a.from - b.from || a.to - b.to);
  const sides = { base, ours, theirs };
  const regions: Region[] = [];
  let done = 0;
  for (let index = 0; index < hunks.length; ) {
    const group = groupAt(hunks, index, gap);
    index += group.hunks.length;
    regions.push({ lines: base.slice(done, group.from) }, regionOf(group, sides));
    done = group.to;
  }
  regions.push({ lines: base.slice(done) });
  return { regions, isCoarse: our.isCoarse || their.isCoarse };
}

interface HunkGroup {
  hunks: MergeHunk[];
  from: number;
  to: number;
}

/** The hunks, starting with this one, that overlap or have at most `gap` items between them. */
function groupAt(hunks: readonly MergeHunk[], start: number, gap: number): HunkGroup {
  const first = hunks[start] as MergeHunk;
  const group: HunkGroup = { hunks: [first], from: first.from, to: first.to };
  for (const hunk of hunks.slice(start + 1)) {
    if (hunk.from > group.to + gap) break;
    group.hunks.push(hunk);
    group.to = Math.max(group.to, hunk.to);
  }
  return group;
}

function regionOf(group: HunkGroup, sides: Record<MergeHunk['side'] | 'base', string[]>): Region {
  const linesOf = (side: MergeHunk['side']) => {
    const own = group.hunks.filter((hunk) => hunk.side === side);
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return undefined;
    const from = first.sideFrom - (first.from - group.from);
    return sides[side].slice(from, last.sideTo + (group.to - last.to));
  };
  const [ours, theirs] = [linesOf('ours'), linesOf('theirs')];
  if (!ours || !theirs) return { lines: ours ?? theirs ?? [] };
  const same = ours.length === theirs.length && ours.every((line, at) => line === theirs[at]);
  return same ? { lines: ours } : { base: sides.base.slice(group.from, group.to), ours, theirs };
}

function hunksOf(
  side: MergeHunk['side'],
  base: string[],
  changed: string[],
): { hunks: MergeHunk[]; isCoarse: boolean } {
  let start = 0;
  while (start < base.length && start < changed.length && base[start] === changed[start])
    start += 1;
  let end = 0;
  const room = Math.min(base.length, changed.length) - start;
  while (end < room && base[base.length - 1 - end] === changed[changed.length - 1 - end]) end += 1;
  const [baseEnd, changedEnd] = [base.length - end, changed.length - end];
  const parts = diffArrays(base.slice(start, baseEnd), changed.slice(start, changedEnd), {
    maxEditLength: MAX_EDITS,
  });
  if (!parts) {
    const region = { side, from: start, to: baseEnd, sideFrom: start, sideTo: changedEnd };
    return { hunks: [region], isCoarse: true };
  }
  const hunks: MergeHunk[] = [];
  let [at, sideAt] = [start, start];
  let open: MergeHunk | undefined;
  for (const { added, removed, count } of parts) {
    if (!added && !removed) {
      open = undefined;
      at += count;
      sideAt += count;
      continue;
    }
    if (!open) {
      open = { side, from: at, to: at, sideFrom: sideAt, sideTo: sideAt };
      hunks.push(open);
    }
    if (removed) at += count;
    else sideAt += count;
    open.to = at;
    open.sideTo = sideAt;
  }
  return { hunks, isCoarse: false };
}
