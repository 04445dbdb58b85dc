/** What an attempt says about the platform's load: `unknown` changes nothing. */
export type Verdict = 'well' | 'slower' | 'refused' | 'unknown';

/** What a token begins with, and what latency alone never takes away. */
export const FIRST_LIMIT = 8;

/** Share of the limit that is left when the platform refused, and when it got slower. */
const AFTER_REFUSAL = 0.5;
const AFTER_SLOWDOWN = 0.9;

/**
 * How many requests of one token may be under way: additive increase, multiplicative decrease. Until the first
 * decrease each success adds one, so that the limit doubles within a round trip; later one is added per round trip.
 * Requests that were sent before a decrease say nothing about the limit after it, so they cannot lower it again.
 */
export class Window {
  readonly #max: number;
  readonly #first: number;
  #exact: number;
  #hasDecreased = false;
  #generation = 0;

  /** @param max the most requests under way, whatever the platform takes. */
  constructor(max: number) {
    this.#max = max;
    this.#first = Math.min(FIRST_LIMIT, max);
    this.#exact = this.#first;
  }

  /** Requests that may be under way now. */
  get limit(): number {
    return Math.floor(this.#exact);
  }

  /** Whether the platform has shown how much it takes. */
  get hasDecreased(): boolean {
    return this.#hasDecreased;
  }

  /** Belongs to an attempt from when it is sent. */
  get generation(): number {
    return this.#generation;
  }

  /** Learns from an attempt of this generation; `wasFull` tells whether the limit was made use of. */
  learn(verdict: Verdict, generation: number, wasFull: boolean): void {
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
