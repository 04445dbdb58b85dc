/** The largest count from 0 to `max` for which `holds` is true, provided that it is monotonic. */
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

/** How many of the first texts, or of items with a given length, have at most this many characters together. */
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
