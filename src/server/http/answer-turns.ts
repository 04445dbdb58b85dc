import type { IncomingMessage } from 'node:http';
import { FairQueue } from '../../fair-queue.ts';

/**
 * Does the larger steps of answers one at a time in each turn of the event loop. Node passes on everything that has
 * arrived in one turn, and small requests would wait for all of it. Callers alternate.
 */
export class AnswerTurns {
  readonly #waiting = new FairQueue();
  #isTaken = false;

  /** Does this step now, or in a later turn if one was done in this turn; never if its client is gone by then. */
  take(party: string, { socket }: IncomingMessage, step: () => void): void {
    if (this.#isTaken) {
      const enter = () => socket.writable && step();
      this.#waiting.add({ party, work: enter }, enter);
      return;
    }
    this.#isTaken = true;
    setImmediate(this.#goOn);
    step();
  }

  readonly #goOn = () => {
    const next = this.#waiting.next();
    this.#isTaken = next !== undefined;
    if (!next) return;
    setImmediate(this.#goOn);
    next();
  };
}
