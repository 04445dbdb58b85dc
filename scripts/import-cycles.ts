/**
 * Groups of files that import each other in a cycle, computed from the imports of each file; none if there is no
 * cycle.
 */
export function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];

  // Tarjan's algorithm: a file that reaches nothing opened before it closes the group opened since.
  function visit(file: string): number {
    const number = order.size;
    order.set(file, number);
    open.push(file);
    let low = number;
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === number) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group);
    }
    return low;
  }

  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return found;
}
