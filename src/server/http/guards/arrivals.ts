import { Roster } from '../../../client/roster.ts';
import { SharedTimer } from '../../../client/shared-timer.ts';

/** Bodies that may be arriving at once from one address, and from all addresses. */
const MAX_OF_ADDRESS = 128;
const MAX_OF_ALL = 2_000;

/** Drops a request. */
type GiveUp = () => void;

/**
 * The requests whose bodies are arriving. Above the limit, the oldest request is dropped, because it is the slowest.
 */
export class Arrivals {
  readonly #all = new Roster<GiveUp>();
  readonly #ofAddress = new Map<string, Roster<GiveUp>>();
  readonly #timer: SharedTimer<GiveUp>;

  constructor(maxMilliseconds: number) {
    this.#timer = new SharedTimer(maxMilliseconds, (giveUp) => giveUp());
  }

  /** Counts a request until the returned function is called. Calls `giveUp` if the request is dropped. */
  enter(address: string, giveUp: GiveUp): () => void {
    const own = this.#ofAddress.get(address) ?? new Roster();
    this.#ofAddress.set(address, own);
    const entries = [own, this.#all, this.#timer].map((place) => place.add(giveUp));
    if (own.size > MAX_OF_ADDRESS) own.oldest?.item();
    if (this.#all.size > MAX_OF_ALL) this.#all.oldest?.item();
    return () => {
      for (const entry of entries) entry.leave();
      if (own.size === 0) this.#ofAddress.delete(address);
    };
  }
}
