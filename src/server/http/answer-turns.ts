import { FairQueue } from '../../fair-queue.ts';
import { type Leave, type WaitingRequest, waitIn } from './waiting.ts';

/**
 * Does the larger steps of answers one at a time in each turn of the event loop. Node passes on everything that has
 * arrived in one turn, and small requests would wait for all of it. Callers alternate.
 */
export class AnswerTurns {
  readonly #waiting = new FairQueue();
  #isTaken = false;

  /** Does this step now, or in a later turn if one was done in this turn; in that case, returns how to leave. */
  take(request: WaitingRequest, step: () => void): Leave | undefined {
    if (this.#isTaken) return waitIn(this.#waiting, request, step);
    this.#isTaken = true;
    setImmediate(this.#goOn);
    step();
    return undefined;
  }

  readonly #goOn = () => {
    const next = this.#waiting.next();
    this.#isTaken = next !== undefined;
    if (!next) return;
    setImmediate(this.#goOn);
    next();
  };
}
