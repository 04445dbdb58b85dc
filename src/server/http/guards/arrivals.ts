import { SharedTimer } from '../shared-timer.ts';

/** Bodies that may be arriving at once from one address, and from all addresses. */
const MAX_OF_ADDRESS = 128;
const MAX_OF_ALL = 2_000;

interface Arrival {
  address: string;
  giveUp: () => void;
}

/**
 * The requests whose bodies are arriving. Above the limit, the oldest request is dropped, because it is the slowest.
 */
export class Arrivals {
  readonly #all = new Set<Arrival>();
  readonly #ofAddress = new Map<string, Set<Arrival>>();
  readonly #timer: SharedTimer<Arrival>;

  constructor(maxMilliseconds: number) {
    this.#timer = new SharedTimer(maxMilliseconds, ({ giveUp }) => giveUp());
  }

  /** Counts a request until the returned function is called. Calls `giveUp` if the request is dropped. */
  enter(address: string, giveUp: () => void): () => void {
    const arrival = { address, giveUp };
    const own = this.#ofAddress.get(address) ?? new Set();
    this.#ofAddress.set(address, own.add(arrival));
    this.#all.add(arrival);
    this.#timer.add(arrival);
    if (own.size > MAX_OF_ADDRESS) oldestOf(own)?.giveUp();
    if (this.#all.size > MAX_OF_ALL) oldestOf(this.#all)?.giveUp();
    return () => {
      own.delete(arrival);
      if (own.size === 0) this.#ofAddress.delete(address);
      this.#all.delete(arrival);
      this.#timer.delete(arrival);
    };
  }
}

function oldestOf(arrivals: ReadonlySet<Arrival>): Arrival | undefined {
  const [oldest] = arrivals;
  return oldest;
}
