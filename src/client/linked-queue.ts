/** An entry of a queue. */
export class QueueEntry<T> {
  readonly item: T;
  #queue: LinkedQueue<T> | undefined;
  /** Its neighbours; undefined at the ends, and once it has left the queue. */
  previous: QueueEntry<T> | undefined;
  next: QueueEntry<T> | undefined;

  constructor(item: T, queue: LinkedQueue<T>) {
    this.item = item;
    this.#queue = queue;
  }

  /** Only the first time counts. */
  leave(): void {
    this.#queue?.remove(this);
    this.#queue = undefined;
  }
}

/**
 * The items in progress, the oldest first, as a linked list from which any entry can leave. A `Set` or a `Map` would do,
 * but V8 replaces its table again and again as members come and go. Each old table refers to its members and to the next
 * one, so once the garbage collector has moved one of them to the old generation, all later members follow, with their
 * requests and answers.
 */
export class LinkedQueue<T> {
  #first: QueueEntry<T> | undefined;
  #last: QueueEntry<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get oldest(): QueueEntry<T> | undefined {
    return this.#first;
  }

  /** Adds an item at the end, until its entry leaves. */
  add(item: T): QueueEntry<T> {
    const entry = new QueueEntry(item, this);
    entry.previous = this.#last;
    if (this.#last) this.#last.next = entry;
    else this.#first = entry;
    this.#last = entry;
    this.#size += 1;
    return entry;
  }

  /** Called by the entry. */
  remove(entry: QueueEntry<T>): void {
    const { previous, next } = entry;
    if (previous) previous.next = next;
    else this.#first = next;
    if (next) next.previous = previous;
    else this.#last = previous;
    entry.previous = undefined;
    entry.next = undefined;
    this.#size -= 1;
  }

  /** The current items, the oldest first. */
  get items(): T[] {
    const items: T[] = [];
    for (let entry = this.#first; entry; entry = entry.next) items.push(entry.item);
    return items;
  }
}
