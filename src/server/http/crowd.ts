import { Roster } from '../../client/roster.ts';

/** Something that is held open. */
interface Held<T> {
  item: T;
  /** Stops counting it. Only the first time counts. */
  leave: () => void;
}

/** What callers hold open, by their address, the oldest first. */
export class Crowd<T> {
  readonly #ofAddress = new Map<string, Roster<Held<T>>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  of(address: string): number {
    return this.#ofAddress.get(address)?.size ?? 0;
  }

  /** Counts an item until the returned function is called. */
  add(address: string, item: T): () => void {
    const own = this.#ofAddress.get(address) ?? new Roster<Held<T>>();
    this.#ofAddress.set(address, own);
    this.#size += 1;
    let isHere = true;
    const leave = () => {
      if (!isHere) return;
      isHere = false;
      entry.leave();
      this.#size -= 1;
      if (own.size === 0) this.#ofAddress.delete(address);
    };
    const entry = own.add({ item, leave });
    return leave;
  }

  /** Removes the oldest item, by default of the address that has the most. */
  takeOldest(address = this.#most()): T | undefined {
    const held = this.#ofAddress.get(address)?.oldest?.item;
    held?.leave();
    return held?.item;
  }

  #most(): string {
    let [most, size] = ['', 0];
    for (const [address, own] of this.#ofAddress) {
      if (own.size > size) [most, size] = [address, own.size];
    }
    return most;
  }
}
