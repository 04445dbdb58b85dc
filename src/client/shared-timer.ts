import { LinkedQueue, type QueueEntry } from './linked-queue.ts';

/** Node treats a longer timeout as none. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

interface Expiring<Item> {
  item: Item;
  at: number;
}

/**
 * Expires each item after the same time, unless its entry left before. One shared timer costs less than a timer for
 * each item. It does not keep the process alive.
 */
export class SharedTimer<Item> {
  readonly #milliseconds: number;
  readonly #due: (item: Item) => void;
  /** All items have the same timeout, so they are in the order of their expiry. */
  readonly #items = new LinkedQueue<Expiring<Item>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, due: (item: Item) => void) {
    this.#milliseconds = milliseconds;
    this.#due = due;
  }

  add(item: Item): QueueEntry<unknown> {
    if (!this.#timer) this.#start(this.#milliseconds);
    return this.#items.add({ item, at: performance.now() + this.#milliseconds });
  }

  #start(milliseconds: number): void {
    this.#timer = setTimeout(this.#check, Math.min(milliseconds, MAX_TIMER_MS)).unref();
  }

  readonly #check = () => {
    const now = performance.now();
    for (let next = this.#items.oldest; next; next = this.#items.oldest) {
      const { item, at } = next.item;
      if (at > now) {
        this.#start(at - now);
        return;
      }
      next.leave();
      this.#due(item);
    }
    this.#timer = undefined;
  };
}
