import { isListening } from './guards/deadline.ts';
import { type Guard, Refusal, type Visit } from './guards/guard.ts';

/** The requests that are being answered, so that a server that ends can finish them first. */
export class InFlight {
  #count = 0;
  #isEnding = false;
  #finish: (() => void) | undefined;

  /** Counts a request until it is answered or given up; sends it away once the server ends. */
  readonly guard: Guard = (visit) => {
    if (this.#isEnding) {
      throw new Refusal(503, 'This server is ending; send it again, over a new connection.', {
        connection: 'close',
        'retry-after': '1',
      });
    }
    // A stream of changes never ends by itself; its client comes back elsewhere.
    if (!isListening(visit)) this.#enter(visit);
    return undefined;
  };

  get count(): number {
    return this.#count;
  }

  /** From now on takes no more, and resolves when those there are were answered, or after the time in milliseconds. */
  async finished(milliseconds: number): Promise<void> {
    this.#isEnding = true;
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#finish = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #enter({ whenOver }: Visit): void {
    this.#count += 1;
    whenOver.push(() => {
      this.#count -= 1;
      if (this.#count === 0) this.#finish?.();
    });
  }
}
