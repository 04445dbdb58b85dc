import { diffArrays } from 'diff';

/** A removed line with its replacement, or either alone. */
interface LinePair {
  was?: string;
  is?: string;
}

/** With more possible pairs than this, lines are not paired by similarity. */
const MAX_COMPARED = 2_500;

/** The removed lines with their replacements: one by one if the numbers are equal, or else by similarity. */
export function pairLines(removed: readonly string[], added: readonly string[]): LinePair[] {
  if (removed.length === added.length) {
    return removed.map((was, index) => ({ was, is: added[index] ?? '' }));
  }
  if (removed.length * added.length > MAX_COMPARED) return alone(removed, added);
  const pairs: LinePair[] = [];
  let next = 0;
  for (const was of removed) {
    const at = added.findIndex((is, index) => index >= next && isAlike(was, is));
    if (at === -1) {
      pairs.push({ was });
      continue;
    }
    pairs.push(...alone([], added.slice(next, at)), { was, is: added[at] ?? '' });
    next = at + 1;
  }
  return [...pairs, ...alone([], added.slice(next))];
}

function alone(removed: readonly string[], added: readonly string[]): LinePair[] {
  return [...removed.map((was) => ({ was })), ...added.map((is) => ({ is }))];
}

/** Whether two lines have at least half of their characters in common, at their beginnings and ends. */
function isAlike(one: string, other: string): boolean {
  const { start, end } = commonEnds(one, other);
  return (start + end) * 2 >= Math.max(one.length, other.length);
}

function commonEnds(one: string, other: string): { start: number; end: number } {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return { start, end };
}

/** Maximum characters of a line that is shown whole. */
const MAX_LINE = 160;

/** Characters that are shown on each side of a difference in a longer line. */
const CONTEXT = 40;

/** With more differing words than this, stop looking for the shortest difference. */
const MAX_EDITS = 60;

const WORD = /\s+|[\p{L}\p{M}\p{N}_]+|./gsu;

/** Two lines. Long ones are reduced to the surroundings of each of their differences. */
export function aroundDifferences(was: string, is: string): [string, string] {
  if (Math.max(was.length, is.length) <= MAX_LINE) return [was, is];
  const shown: [string, string] = ['', ''];
  const parts = partsOf(was, is);
  for (const [index, { text, side }] of parts.entries()) {
    if (side !== undefined) {
      shown[side] += text;
      continue;
    }
    const kept = elide(text, { isFirst: index === 0, isLast: index === parts.length - 1 });
    shown[0] += kept;
    shown[1] += kept;
  }
  return shown;
}

/** A part that both lines have, or that only the line on this side has. */
interface Part {
  text: string;
  side?: 0 | 1;
}

function partsOf(was: string, is: string): Part[] {
  const [own, other] = [was.match(WORD) ?? [], is.match(WORD) ?? []];
  const changes = diffArrays(own, other, { maxEditLength: MAX_EDITS });
  if (!changes) return wholeMiddle(was, is);
  return changes.map(({ value, added, removed }) => {
    const text = value.join('');
    return added ? { text, side: 1 } : removed ? { text, side: 0 } : { text };
  });
}

/** The lines with everything between their common ends as one difference. */
function wholeMiddle(was: string, is: string): Part[] {
  const { start, end } = commonEnds(was, is);
  const parts: Part[] = [
    { text: was.slice(0, start) },
    { text: was.slice(start, was.length - end), side: 0 },
    { text: is.slice(start, is.length - end), side: 1 },
    { text: was.slice(was.length - end) },
  ];
  return parts.filter(({ text }) => text !== '');
}

/** The part to show of text that both lines have: the words next to differences. */
function elide(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const head = isFirst ? '' : beginningOf(text);
  const tail = isLast ? '' : endOf(text);
  return head.length + tail.length >= text.length ? text : `${head}…${tail}`;
}

/** The first characters of a text, without the beginning of another word. */
function beginningOf(text: string): string {
  if (text.length <= CONTEXT) return text;
  const blank = text[CONTEXT] === ' ' ? CONTEXT : text.lastIndexOf(' ', CONTEXT);
  return text.slice(0, blank > 0 ? blank : CONTEXT);
}

/** The last characters of a text, without the end of another word. */
function endOf(text: string): string {
  if (text.length <= CONTEXT) return text;
  const cut = text.length - CONTEXT;
  const blank = text[cut - 1] === ' ' ? cut - 1 : text.indexOf(' ', cut);
  return text.slice(blank === -1 || blank === text.length - 1 ? cut : blank + 1);
}
