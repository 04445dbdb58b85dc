import { yieldToOthers } from '../../turns.ts';
import type { Budget, Facts } from './view.ts';

/** Minimum list items to try before texts are cut too. */
const MOST_ITEMS = 10_000;

/** An object with more members than this lists items by key. */
const MOST_MEMBERS = 1_000;

/** Minimum characters that a text keeps, to show its subject. */
const LEAST_TEXT = 20;

/**
 * As much as fits of facts without a view of their own: lists lose their last items first, then texts their ends. The
 * remainder is valid JSON, and states what is omitted.
 */
export async function partsThatFit(facts: Facts, { fits, mostCharacters }: Budget): Promise<Facts> {
  const cut = (items: number, characters: number): Facts => {
    const left = { items: 0, texts: 0 };
    const part = partOf(facts, { items, characters }, left) as Facts;
    return { ...part, cut: leftOutNote(left, items, characters) };
  };
  const items = await most(MOST_ITEMS, (count) => fits(cut(count, mostCharacters)));
  if (items > 0) return cut(items, mostCharacters);
  const characters = await most(mostCharacters, (count) =>
    fits(cut(1, Math.max(count, LEAST_TEXT))),
  );
  if (characters >= LEAST_TEXT) return cut(1, characters);
  return { cut: `The answer does not fit: all of it is left out. ${ADVICE}` };
}

/**
 * The largest count up to `max` for which `holds` is true, provided that it is monotonic. Small counts are tried first,
 * because they take less time, yielding to other work in between.
 */
async function most(max: number, holds: (count: number) => boolean): Promise<number> {
  let low = 0;
  let high = max;
  for (let tried = 1; low < high; ) {
    await yieldToOthers();
    const isGrowing = high === max && tried < max;
    const count = isGrowing ? tried : Math.ceil((low + high) / 2);
    if (holds(count)) low = count;
    else high = count - 1;
    tried *= 2;
  }
  return low;
}

const ADVICE = 'Ask for less: a part, fewer items, or one of them by its id.';

interface PartLimits {
  items: number;
  characters: number;
}

function partOf(
  value: unknown,
  limits: PartLimits,
  left: { items: number; texts: number },
): unknown {
  if (typeof value === 'string') {
    if (value.length <= limits.characters) return value;
    left.texts += 1;
    return `${beginningOf(value, limits.characters)}…`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    left.items += Math.max(0, value.length - limits.items);
    return value.slice(0, limits.items).map((item) => partOf(item, limits, left));
  }
  const all = Object.keys(value);
  const names = all.length > MOST_MEMBERS ? all.slice(0, limits.items) : all;
  left.items += all.length - names.length;
  return Object.fromEntries(
    names.map((name) => [name, partOf((value as Facts)[name], limits, left)]),
  );
}

/** The beginning of a text, without half a character at its end. */
function beginningOf(text: string, characters: number): string {
  return text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');
}

function leftOutNote(
  { items, texts }: { items: number; texts: number },
  most: number,
  long: number,
) {
  const parts = [
    items > 0 && `lists show their first ${most} items (${items} more are left out)`,
    texts > 0 && `${texts} texts end after ${long} characters`,
  ].filter(Boolean);
  return `The answer does not fit, so ${parts.join(' and ')}. ${ADVICE}`;
}
