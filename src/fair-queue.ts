/** Resumes a waiting entry. */
export type Enter = () => void;

/** Whose turn an entry waits for. */
export interface TurnHolder {
  /** The caller. */
  party: string;
  /** That caller's unit of work: one tool call may send many requests. */
  work: object;
}

/**
 * A fair queue: callers take turns, within a caller its units of work take turns, and within a unit entries are first
 * come, first served. A caller with a thousand entries delays only itself.
 */
export class FairQueue {
  readonly #parties = new Map<string, Map<object, Set<Enter>>>();

  get isEmpty(): boolean {
    return this.#parties.size === 0;
  }

  add({ party, work }: TurnHolder, enter: Enter): void {
    const works = this.#parties.get(party) ?? new Map<object, Set<Enter>>();
    this.#parties.set(party, works);
    const waiting = works.get(work) ?? new Set();
    works.set(work, waiting.add(enter));
  }

  /** Leaves the queue before its turn. */
  remove({ party, work }: TurnHolder, enter: Enter): void {
    const works = this.#parties.get(party);
    const waiting = works?.get(work);
    waiting?.delete(enter);
    if (waiting?.size === 0) works?.delete(work);
    if (works?.size === 0) this.#parties.delete(party);
  }

  /** Removes and returns the next entry, of a party that may enter. */
  next(mayEnter?: (party: string) => boolean): Enter | undefined {
    const first = this.#first(mayEnter);
    if (!first) return undefined;
    const [party, works] = first;
    // Empty parties and units of work are removed.
    const [next] = works;
    const [work, waiting] = next as [object, Set<Enter>];
    const [enter] = waiting;
    waiting.delete(enter as Enter);
    moveToEnd(works, work, waiting);
    moveToEnd(this.#parties, party, works);
    return enter;
  }

  #first(mayEnter: (party: string) => boolean = () => true) {
    for (const entry of this.#parties) if (mayEnter(entry[0])) return entry;
    return undefined;
  }
}

/** Moves an entry to the back, or drops it once it is empty. */
function moveToEnd<Key, Value extends { size: number }>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
): void {
  map.delete(key);
  if (value.size > 0) map.set(key, value);
}
