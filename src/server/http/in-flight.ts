import { isListening } from './guards/deadline.ts';
import { type Guard, HttpRefusal, type RequestContext } from './guards/guard.ts';

/** The requests in flight, which a graceful shutdown finishes first. */
export class InFlight {
  #count = 0;
  #isEnding = false;
  #finish: (() => void) | undefined;

  /** Counts a request until it is answered or abandoned. Refuses it during the shutdown. */
  readonly guard: Guard = (context) => {
    if (this.#isEnding) {
      throw new HttpRefusal(
        503,
        'This server is shutting down; send the request again, over a new connection.',
        {
          connection: 'close',
          'retry-after': '1',
        },
      );
    }
    // A stream of changes never ends by itself; its client reconnects elsewhere.
    if (!isListening(context)) this.#enter(context);
    return undefined;
  };

  get count(): number {
    return this.#count;
  }

  /** Stops accepting requests. Resolves when those in flight are answered, or after this many milliseconds. */
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

  #enter({ whenOver }: RequestContext): void {
    this.#count += 1;
    whenOver.push(() => {
      this.#count -= 1;
      if (this.#count === 0) this.#finish?.();
    });
  }
}
