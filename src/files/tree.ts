/** The part of a page that determines the order of pages. */
export interface TreePage {
  id: string;
  parent: string | null;
}

/** A tree of pages in order. */
export class Tree {
  readonly #below = new Map<string | null, string[]>();
  readonly #parents = new Map<string, string | null>();

  /** Siblings in order. */
  constructor(pages: readonly TreePage[]) {
    for (const { id, parent } of pages) this.insert(id, parent, Number.POSITIVE_INFINITY);
  }

  has(id: string): boolean {
    return this.#parents.has(id);
  }

  parentOf(id: string): string | null {
    return this.#parents.get(id) ?? null;
  }

  below(parent: string | null): readonly string[] {
    return this.#below.get(parent) ?? [];
  }

  /** The page before it under the same parent. */
  before(id: string): string | undefined {
    const siblings = this.below(this.parentOf(id));
    return siblings[siblings.indexOf(id) - 1];
  }

  /** Whether a page is the other one or below it. */
  isWithin(id: string | null, ancestor: string): boolean {
    for (let at = id; at !== null; at = this.parentOf(at)) if (at === ancestor) return true;
    return false;
  }

  insert(id: string, parent: string | null, at: number): void {
    const siblings = this.#below.get(parent) ?? [];
    siblings.splice(at, 0, id);
    this.#below.set(parent, siblings);
    this.#parents.set(id, parent);
  }

  /** Moves a page. `at` is the index among the new siblings, without the page itself. */
  move(id: string, parent: string | null, at: number): void {
    this.#takeOut(id);
    this.insert(id, parent, at);
  }

  /** Removes a page with everything below it. */
  remove(id: string): void {
    for (const child of [...this.below(id)]) this.remove(child);
    this.#takeOut(id);
    this.#parents.delete(id);
  }

  /** All pages, parents first. */
  inOrder(): TreePage[] {
    const ordered: TreePage[] = [];
    const pending = [...this.below(null)].reverse();
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      ordered.push({ id, parent: this.parentOf(id) });
      pending.push(...[...this.below(id)].reverse());
    }
    return ordered;
  }

  #takeOut(id: string): void {
    const siblings = this.#below.get(this.parentOf(id)) ?? [];
    const index = siblings.indexOf(id);
    if (index >= 0) siblings.splice(index, 1);
  }
}

/** The smallest set of pages whose moves explain the difference between the two trees. */
export function movedBetween(before: readonly TreePage[], after: readonly TreePage[]): Set<string> {
  const [was, is] = [new Tree(before), new Tree(after)];
  const moved = new Set<string>();
  const parents = new Set<string | null>([null, ...after.map(({ id }) => id)]);
  for (const { id } of after)
    if (was.has(id) && was.parentOf(id) !== is.parentOf(id)) moved.add(id);
  for (const parent of parents) {
    const places = new Map(was.below(parent).map((id, index) => [id, index]));
    const stayed = is.below(parent).filter((id) => places.has(id));
    const inOrder = longestIncreasing(stayed.map((id) => places.get(id) ?? 0));
    for (const [index, id] of stayed.entries()) if (!inOrder.has(index)) moved.add(id);
  }
  return moved;
}

/** Indexes of a longest increasing subsequence of distinct numbers. */
function longestIncreasing(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const previous = numbers.map(() => -1);
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) found.add(at);
  return found;
}

/** One step from one tree to another. */
export interface TreeStep {
  kind: 'insert' | 'move' | 'delete';
  id: string;
  /** The new parent; for a deleted page, the old one. */
  parent: string | null;
  /** Index among its future siblings. */
  at: number;
}

/**
 * The steps that repeat on a tree the inserts, moves and deletes that were made elsewhere to its base, without
 * touching pages that only this tree has. Each step assumes the previous ones. A page that would move below its own
 * descendant stays, and a page is not deleted while it has descendants that the other tree does not know.
 */
export function stepsFor(
  actual: Tree,
  base: readonly TreePage[],
  targetPages: readonly TreePage[],
): { steps: TreeStep[]; kept: string[] } {
  const known = new Set(base.map(({ id }) => id));
  const moved = movedBetween(base, targetPages);
  const target = new Tree(targetPages);
  const steps: TreeStep[] = [];
  const kept: string[] = [];
  for (const { id } of targetPages) {
    const isNew = !known.has(id) && !actual.has(id);
    const isMoved = known.has(id) && moved.has(id) && actual.has(id);
    if (!isNew && !isMoved) continue;
    const parent = presentParent(actual, target, id);
    if (isMoved && actual.isWithin(parent, id)) {
      kept.push(id);
      continue;
    }
    const at = positionIn(actual, target, id, parent);
    if (isNew) actual.insert(id, parent, at);
    else if (actual.parentOf(id) === parent && isPlaced(actual, target, id)) continue;
    else actual.move(id, parent, at);
    steps.push({ kind: isNew ? 'insert' : 'move', id, parent, at });
  }
  for (const { id } of base) {
    if (target.has(id) || !actual.has(id)) continue;
    if (subtreeOf(actual, id).some((one) => target.has(one) || !known.has(one))) kept.push(id);
    else {
      steps.push({ kind: 'delete', id, parent: actual.parentOf(id), at: 0 });
      actual.remove(id);
    }
  }
  return { steps, kept };
}

function presentParent(actual: Tree, target: Tree, id: string): string | null {
  let parent = target.parentOf(id);
  while (parent !== null && !actual.has(parent)) parent = target.parentOf(parent);
  return parent;
}

/** After the nearest preceding page that exists there. */
function positionIn(actual: Tree, target: Tree, id: string, parent: string | null): number {
  const siblings = actual.below(parent).filter((one) => one !== id);
  const targetSiblings = target.below(target.parentOf(id));
  for (let index = targetSiblings.indexOf(id) - 1; index >= 0; index -= 1) {
    const at = siblings.indexOf(targetSiblings[index] ?? '');
    if (at >= 0) return at + 1;
  }
  return 0;
}

function isPlaced(actual: Tree, target: Tree, id: string): boolean {
  const targetOrder = target
    .below(target.parentOf(id))
    .filter((one) => actual.parentOf(one) === target.parentOf(id) && actual.has(one));
  const known = actual.below(actual.parentOf(id)).filter((one) => targetOrder.includes(one));
  return known[known.indexOf(id) - 1] === targetOrder[targetOrder.indexOf(id) - 1];
}

function subtreeOf(tree: Tree, id: string): string[] {
  return [id, ...tree.below(id).flatMap((child) => subtreeOf(tree, child))];
}
