/** The largest count from 0 to `max` for which `holds` is true, when it is true up to some count and false beyond. */
export function largest(max: number, holds: (count: number) => boolean): number {
  let low = 0;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How many of the first texts, or of what is said by items, have this many characters together at most. */
export function countWithin<T>(
  items: readonly T[],
  characters: number,
  said: (item: T) => string = String,
): number {
  let left = characters;
  for (const [count, item] of items.entries()) {
    left -= said(item).length;
    if (left < 0) return count;
  }
  return items.length;
}
