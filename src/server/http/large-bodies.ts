import type { IncomingMessage } from 'node:http';
import { FairQueue } from '../../fair-queue.ts';

/**
 * Reads one large body at a time, because a parsed one may take fifty times as much memory as its bytes. Callers
 * alternate.
 */
export class LargeBodies {
  readonly #waiting = new FairQueue();
  #isBusy = false;

  /** Reads a body when it is its turn; never if its client is gone by then. */
  add(party: string, { socket }: IncomingMessage, read: () => Promise<void>): void {
    const enter = () => (socket.writable ? void read().finally(this.#next) : this.#next());
    if (this.#isBusy) this.#waiting.add({ party, work: enter }, enter);
    else {
      this.#isBusy = true;
      enter();
    }
  }

  readonly #next = (): void => {
    const enter = this.#waiting.next();
    if (enter) setImmediate(enter);
    else this.#isBusy = false;
  };
}
