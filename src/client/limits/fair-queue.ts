/** Goes on with what waited. */
export type Enter = () => void;

/** For whom something waits. */
export interface Turn {
  /** One of those who share the token. */
  party: string;
  /** The piece of work of that party: a call of a tool may send many requests. */
  work: object;
}

/**
 * Lets those who wait go on in turn: each party after the other, within a party each piece of work, and within that
 * first come first served. Who asks for a thousand things waits for them, and nobody else does.
 */
export class FairQueue {
  readonly #parties = new Map<string, Map<object, Set<Enter>>>();

  get isEmpty(): boolean {
    return this.#parties.size === 0;
  }

  add({ party, work }: Turn, enter: Enter): void {
    const works = this.#parties.get(party) ?? new Map<object, Set<Enter>>();
    this.#parties.set(party, works);
    const waiting = works.get(work) ?? new Set();
    works.set(work, waiting.add(enter));
  }

  /** Leaves the queue without a turn. */
  remove({ party, work }: Turn, enter: Enter): void {
    const works = this.#parties.get(party);
    const waiting = works?.get(work);
    waiting?.delete(enter);
    if (waiting?.size === 0) works?.delete(work);
    if (works?.size === 0) this.#parties.delete(party);
  }

  /** Takes out whose turn it is. */
  next(): Enter | undefined {
    const [first] = this.#parties;
    if (!first) return undefined;
    const [party, works] = first;
    const [[work, waiting]] = works as unknown as [[object, Set<Enter>]];
    const [enter] = waiting as unknown as [Enter];
    waiting.delete(enter);
    toEnd(works, work, waiting);
    toEnd(this.#parties, party, works);
    return enter;
  }
}

/** Moves an entry behind the others, or drops it when nothing is left in it. */
function toEnd<Key, Value extends { size: number }>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
): void {
  map.delete(key);
  if (value.size > 0) map.set(key, value);
}
