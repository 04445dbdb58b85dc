/** Node treats a longer timeout as none. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Expires each item after the same time, unless it was deleted before. One shared timer costs less than a timer for
 * each item. It does not keep the process alive.
 */
export class SharedTimer<Item> {
  readonly #milliseconds: number;
  readonly #due: (item: Item) => void;
  /** Expiry times. All items have the same timeout, so they are in order. */
  readonly #items = new Map<Item, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, due: (item: Item) => void) {
    this.#milliseconds = milliseconds;
    this.#due = due;
  }

  add(item: Item): void {
    this.#items.set(item, performance.now() + this.#milliseconds);
    if (!this.#timer) this.#start(this.#milliseconds);
  }

  delete(item: Item): void {
    this.#items.delete(item);
  }

  #start(milliseconds: number): void {
    this.#timer = setTimeout(this.#check, Math.min(milliseconds, MAX_TIMER_MS)).unref();
  }

  readonly #check = () => {
    const now = performance.now();
    for (const [item, at] of this.#items) {
      if (at > now) {
        this.#start(at - now);
        return;
      }
      this.#items.delete(item);
      this.#due(item);
    }
    this.#timer = undefined;
  };
}
