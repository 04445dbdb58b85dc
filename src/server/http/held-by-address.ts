import { LinkedQueue } from '../../client/linked-queue.ts';

/** Something that is held open. */
interface Held<T> {
  item: T;
  /** Stops counting it. Only the first time counts. */
  leave: () => void;
}

/** What callers hold open, by their address, the oldest first. */
export class HeldByAddress<T> {
  readonly #byAddress = new Map<string, LinkedQueue<Held<T>>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(address: string): number {
    return this.#byAddress.get(address)?.size ?? 0;
  }

  /** Counts an item until the returned function is called. */
  add(address: string, item: T): () => void {
    const own = this.#byAddress.get(address) ?? new LinkedQueue<Held<T>>();
    this.#byAddress.set(address, own);
    this.#size += 1;
    let isHere = true;
    const leave = () => {
      if (!isHere) return;
      isHere = false;
      entry.leave();
      this.#size -= 1;
      if (own.size === 0) this.#byAddress.delete(address);
    };
    const entry = own.add({ item, leave });
    return leave;
  }

  /** Removes the oldest item, by default of the address that has the most. */
  takeOldest(address = this.#most()): T | undefined {
    const held = this.#byAddress.get(address)?.oldest?.item;
    held?.leave();
    return held?.item;
  }

  #most(): string {
    let [most, size] = ['', 0];
    for (const [address, own] of this.#byAddress) {
      if (own.size > size) [most, size] = [address, own.size];
    }
    return most;
  }
}
