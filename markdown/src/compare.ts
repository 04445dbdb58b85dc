import { diffArrays } from 'diff';

/** Indexes of matching lines in two lists, in the same order in both. */
export type Pairs = [before: number, after: number][];

/** Between two known pairs, more differing lines than this are not compared one by one. */
const MAX_EDITS = 200;

/** Maximum recursion depth when a range is divided at its unique lines. */
const MAX_DIVISIONS = 12;

/**
 * The common lines of two texts. Lines that are unique in both are matched first, and the ranges between them are
 * compared up to a limit, so that texts with little in common cost no more than others.
 */
export function commonLines(before: readonly string[], after: readonly string[]): Pairs {
  const pairs: Pairs = [];
  compare({ before, after, from: [0, 0], to: [before.length, after.length] }, MAX_DIVISIONS, pairs);
  return pairs;
}

interface LineRange {
  before: readonly string[];
  after: readonly string[];
  from: [number, number];
  to: [number, number];
}

function compare({ before, after, from, to }: LineRange, divisions: number, pairs: Pairs): void {
  let [a, b] = from;
  let [aEnd, bEnd] = to;
  while (a < aEnd && b < bEnd && before[a] === after[b]) pairs.push([a++, b++]);
  const tail: Pairs = [];
  while (aEnd > a && bEnd > b && before[aEnd - 1] === after[bEnd - 1]) tail.push([--aEnd, --bEnd]);
  if (a < aEnd && b < bEnd) {
    const anchors =
      divisions > 0 ? uniqueLines({ before, after, from: [a, b], to: [aEnd, bEnd] }) : [];
    if (anchors.length === 0)
      for (const pair of boundedPairs(before.slice(a, aEnd), after.slice(b, bEnd), a, b))
        pairs.push(pair);
    else {
      let at: [number, number] = [a, b];
      for (const anchor of [...anchors, [aEnd, bEnd] as [number, number]]) {
        compare({ before, after, from: at, to: anchor }, divisions - 1, pairs);
        if (anchor[0] < aEnd) pairs.push(anchor);
        at = [anchor[0] + 1, anchor[1] + 1];
      }
    }
  }
  for (const pair of tail.reverse()) pairs.push(pair);
}

/** The largest number of lines, unique on both sides, that are in the same order. */
function uniqueLines({ before, after, from, to }: LineRange): Pairs {
  const places = new Map<string, { a: number; b: number }>();
  const take = (line: string, side: 'a' | 'b', place: number): void => {
    const known = places.get(line) ?? { a: -1, b: -1 };
    known[side] = known[side] === -1 ? place : -2;
    places.set(line, known);
  };
  for (let place = from[0]; place < to[0]; place += 1) take(before[place] as string, 'a', place);
  for (let place = from[1]; place < to[1]; place += 1) take(after[place] as string, 'b', place);
  const unique = [...places.values()].filter(({ a, b }) => a >= 0 && b >= 0);
  return longestRise(unique.sort((x, y) => x.a - y.a).map(({ a, b }): [number, number] => [a, b]));
}

/** The longest subsequence of pairs whose second indexes increase together with the first. */
function longestRise(pairs: Pairs): Pairs {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [place, [, value]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[place] = ends[low - 1] ?? -1;
    ends[low] = place;
  }
  const chosen: Pairs = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) {
    chosen.push(pairs[at] as [number, number]);
  }
  return chosen.reverse();
}

function boundedPairs(before: string[], after: string[], a: number, b: number): Pairs {
  const changes = diffArrays(before, after, { maxEditLength: MAX_EDITS });
  const pairs: Pairs = [];
  let [from, to] = [a, b];
  for (const { added, removed, value } of changes ?? []) {
    for (let count = value.length; count > 0; count -= 1) {
      if (!added && !removed) pairs.push([from, to]);
      if (!added) from += 1;
      if (!removed) to += 1;
    }
  }
  return pairs;
}

/** Lines that one text has in place of lines of another. Line numbers are counted from 1. */
export interface LineDifference {
  line: { before: number; after: number };
  removed: string[];
  added: string[];
}

/** The differences of two texts, in order. */
export function differencesBetween(before: string, after: string): LineDifference[] {
  if (before === after) return [];
  const [was, is] = [before.split('\n'), after.split('\n')];
  const differences: LineDifference[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [
    ...commonLines(was, is),
    [was.length, is.length] as [number, number],
  ]) {
    if (nextA > a || nextB > b) {
      const line = { before: a + 1, after: b + 1 };
      differences.push({ line, removed: was.slice(a, nextA), added: is.slice(b, nextB) });
    }
    [a, b] = [nextA + 1, nextB + 1];
  }
  return differences;
}
