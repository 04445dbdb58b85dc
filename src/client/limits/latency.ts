/** Weights of a new answer in the recent average and in the usual one. */
const LATELY = 0.2;
const FASTER = 0.05;
const SLOWER = 0.02;

/** An answer is late if it takes this many times as long as usual and this many milliseconds more. */
const FACTOR = 2;
const SLACK_MS = 50;

interface Times {
  usual: number;
  lately: number;
}

/**
 * Detects that the platform gets slower, for each route separately, because a search takes longer than a page. The
 * usual latency is learnt while few requests are in flight, as a high number may itself cause the slowness.
 */
export class Latency {
  readonly #routes = new Map<string, Times>();

  /**
   * Records the latency of an answer in milliseconds, and whether many requests were in flight. Returns true if this
   * route's answers take much longer than usual.
   */
  isGrowing(route: string, ms: number, isCrowded: boolean): boolean {
    const times = this.#routes.get(route);
    if (!times) {
      this.#routes.set(route, { usual: ms, lately: ms });
      return false;
    }
    times.lately += (ms - times.lately) * LATELY;
    if (ms < times.usual) times.usual += (ms - times.usual) * FASTER;
    else if (!isCrowded) times.usual += (ms - times.usual) * SLOWER;
    return times.lately > times.usual * FACTOR + SLACK_MS;
  }
}
