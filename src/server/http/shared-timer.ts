/** A longer time is taken for none by Node. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Tells of each item when the same time has passed since it was added, unless it was deleted before. One timer for
 * the first of them does what a timer for each would do, and costs less. It keeps no process alive.
 */
export class SharedTimer<Item> {
  readonly #milliseconds: number;
  readonly #due: (item: Item) => void;
  /** When the time of each is over: as it is the same for all, in that order. */
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
