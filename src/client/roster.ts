/** One entry of a roster. */
export class RosterEntry<T> {
  readonly item: T;
  #roster: Roster<T> | undefined;
  /** Its neighbours; undefined at the ends, and once it has left. */
  before: RosterEntry<T> | undefined;
  after: RosterEntry<T> | undefined;

  constructor(item: T, roster: Roster<T>) {
    this.item = item;
    this.#roster = roster;
  }

  /** Only the first time counts. */
  leave(): void {
    this.#roster?.remove(this);
    this.#roster = undefined;
  }
}

/**
 * The items in progress, the oldest first. A `Set` or a `Map` would do, but V8 replaces its table again and again as
 * members come and go. Each old table refers to its members and to the next one, so once the garbage collector has
 * moved one of them to the old generation, all later members follow, with their requests and answers.
 */
export class Roster<T> {
  #first: RosterEntry<T> | undefined;
  #last: RosterEntry<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get oldest(): RosterEntry<T> | undefined {
    return this.#first;
  }

  /** Adds an item at the end, until its entry leaves. */
  add(item: T): RosterEntry<T> {
    const entry = new RosterEntry(item, this);
    entry.before = this.#last;
    if (this.#last) this.#last.after = entry;
    else this.#first = entry;
    this.#last = entry;
    this.#size += 1;
    return entry;
  }

  /** Called by the entry. */
  remove(entry: RosterEntry<T>): void {
    const { before, after } = entry;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    entry.before = undefined;
    entry.after = undefined;
    this.#size -= 1;
  }

  /** The current items, the oldest first. */
  get items(): T[] {
    const items: T[] = [];
    for (let entry = this.#first; entry; entry = entry.after) items.push(entry.item);
    return items;
  }
}
