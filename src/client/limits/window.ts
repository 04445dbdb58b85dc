/** An attempt's verdict on the platform's load. `unknown` changes nothing. */
export type LoadVerdict = 'well' | 'slower' | 'refused' | 'unknown';

/** The initial limit of a token. Latency alone never reduces the limit below it. */
export const FIRST_LIMIT = 8;

/** Share of the limit that remains after a refusal, and after the platform got slower. */
const AFTER_REFUSAL = 0.5;
const AFTER_SLOWDOWN = 0.9;

/**
 * The number of requests that one token may have in flight: additive increase, multiplicative decrease. Until the
 * first decrease each success adds one, so the limit doubles within a round trip. Afterwards each round trip adds one.
 * Requests that were sent before a decrease say nothing about the limit after it, so they cannot lower it again.
 */
export class Window {
  readonly #max: number;
  readonly #first: number;
  #exact: number;
  #hasDecreased = false;
  #generation = 0;

  /** @param max the maximum number of requests in flight, however many the platform handles. */
  constructor(max: number) {
    this.#max = max;
    this.#first = Math.min(FIRST_LIMIT, max);
    this.#exact = this.#first;
  }

  /** Requests that may be in flight now. */
  get limit(): number {
    return Math.floor(this.#exact);
  }

  /** Whether the platform has shown how many requests it handles. */
  get hasDecreased(): boolean {
    return this.#hasDecreased;
  }

  /** The generation of an attempt, taken when it is sent. */
  get generation(): number {
    return this.#generation;
  }

  /** Records an attempt of this generation. `wasFull`: whether the limit was reached. */
  learn(verdict: LoadVerdict, generation: number, wasFull: boolean): void {
    if (verdict === 'well') {
      if (wasFull) this.#raise();
    } else if (verdict !== 'unknown' && generation === this.#generation) {
      if (verdict === 'refused') this.#lower(AFTER_REFUSAL, 1);
      else this.#lower(AFTER_SLOWDOWN, Math.min(this.#first, this.#exact));
    }
  }

  #raise(): void {
    const step = this.#hasDecreased ? 1 / this.#exact : 1;
    this.#exact = Math.min(this.#max, this.#exact + step);
  }

  #lower(share: number, least: number): void {
    this.#exact = Math.max(least, this.#exact * share);
    this.#hasDecreased = true;
    this.#generation += 1;
  }
}
