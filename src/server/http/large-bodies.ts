import { FairQueue } from '../../fair-queue.ts';
import { HeldByAddress } from './held-by-address.ts';
import { type Leave, type WaitingRequest, waitIn } from './waiting.ts';

/** Maximum bytes of all bodies that wait. */
const MAX_WAITING_BYTES = 128 * 1024 * 1024;

/** A large body, which has arrived. */
interface LargeBody extends WaitingRequest {
  /** The client IP. */
  address: string;
  /** Its bytes. */
  size: number;
  /** Never rejects. */
  parse(): Promise<void>;
  /** Refuses the request, because too many are waiting. */
  drop(): void;
}

/**
 * Parses one large body at a time, because a parsed one may take fifty times as much memory as its bytes. Callers
 * alternate. If too many wait, the oldest one of the address with the most is dropped.
 */
export class LargeBodies {
  readonly #waiting = new FairQueue();
  readonly #held = new HeldByAddress<Leave>();
  #bytes = 0;
  #isBusy = false;

  /** Parses a body when it is its turn. */
  add(body: LargeBody): void {
    if (this.#isBusy) this.#wait(body);
    else {
      this.#isBusy = true;
      void body.parse().then(this.#next);
    }
  }

  #wait(body: LargeBody): void {
    const { address, size, parse, drop } = body;
    let isWaiting = true;
    const stop = () => {
      if (!isWaiting) return;
      isWaiting = false;
      this.#bytes -= size;
      release();
    };
    const leave = waitIn(this.#waiting, body, () => {
      stop();
      void parse().then(this.#next);
    });
    const release = this.#held.add(address, () => {
      leave();
      stop();
      drop();
    });
    body.response.once('close', stop);
    this.#bytes += size;
    while (this.#bytes > MAX_WAITING_BYTES) this.#held.takeOldest()?.();
  }

  readonly #next = (): void => {
    const enter = this.#waiting.next();
    if (enter) setImmediate(enter);
    else this.#isBusy = false;
  };
}
