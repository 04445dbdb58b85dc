import { LinkedQueue } from '../../../client/linked-queue.ts';
import { SharedTimer } from '../../../client/shared-timer.ts';

/** Bodies that may be arriving at once from one address, and from all addresses. */
const MAX_OF_ADDRESS = 128;
const MAX_OF_ALL = 2_000;

/** Bytes of all bodies that are arriving. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Drops a request. */
type DropRequest = () => void;

/** A request whose body is arriving. */
interface Arrival {
  /** Counts a part of the body. */
  grow(bytes: number): void;
  leave(): void;
}

/**
 * The requests whose bodies are arriving. Above a limit of their number or bytes, the oldest request is dropped,
 * because it is the slowest.
 */
export class ArrivingBodies {
  readonly #all = new LinkedQueue<DropRequest>();
  readonly #byAddress = new Map<string, LinkedQueue<DropRequest>>();
  readonly #timer: SharedTimer<DropRequest>;
  #bytes = 0;

  constructor(maxMilliseconds: number) {
    this.#timer = new SharedTimer(maxMilliseconds, (giveUp) => giveUp());
  }

  /** Counts a request until it leaves. Calls `giveUp` if the request is dropped, which must make it leave. */
  enter(address: string, giveUp: DropRequest): Arrival {
    const own = this.#byAddress.get(address) ?? new LinkedQueue();
    this.#byAddress.set(address, own);
    const entries = [own, this.#all, this.#timer].map((place) => place.add(giveUp));
    if (own.size > MAX_OF_ADDRESS) own.oldest?.item();
    if (this.#all.size > MAX_OF_ALL) this.#all.oldest?.item();
    let total = 0;
    return {
      grow: (bytes) => {
        total += bytes;
        this.#bytes += bytes;
        while (this.#bytes > MAX_BYTES && this.#all.oldest) this.#all.oldest.item();
      },
      leave: () => {
        for (const entry of entries) entry.leave();
        this.#bytes -= total;
        total = 0;
        if (own.size === 0) this.#byAddress.delete(address);
      },
    };
  }
}
