/** How much each answer counts for what was seen lately, and for what is usual. */
const LATELY = 0.2;
const FASTER = 0.05;
const SLOWER = 0.02;

/** An answer is late when it takes this many times as long as usual and this many milliseconds more. */
const FACTOR = 2;
const SLACK_MS = 50;

interface Times {
  usual: number;
  lately: number;
}

/**
 * Tells when the platform gets slower, for each route on its own: a search takes longer than a page. What is usual is
 * learnt while few requests are under way, as many of them may be what makes it slower.
 */
export class Latency {
  readonly #routes = new Map<string, Times>();

  /**
   * Learns what an answer took in milliseconds, and whether many requests were under way; true when answers of this
   * route take much longer than usual.
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
