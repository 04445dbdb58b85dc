/** Some of the items, evenly spread: always the same for the same items. */
export function sample<T>(items: readonly T[], count: number): T[] {
  const chosen: T[] = [];
  // A step that is coprime with the number of items visits each of them once.
  let step = Math.max(1, Math.floor(items.length * 0.618));
  while (divisor(step, items.length) > 1) step += 1;
  for (let at = 0; chosen.length < Math.min(count, items.length); at += 1) {
    chosen.push(items[(at * step) % items.length] as T);
  }
  return chosen;
}

function divisor(left: number, right: number): number {
  return right === 0 ? left : divisor(right, left % right);
}
