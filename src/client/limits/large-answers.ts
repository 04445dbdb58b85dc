import { FairQueue, type TurnHolder } from '../../fair-queue.ts';

/** Answers with more bytes than this wait for room. */
export const LARGE_ANSWER_BYTES = 1024 * 1024;

/** Bytes of large answers in work, to which the last one may add its own. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Gives room back, or leaves the queue. */
export type Release = () => void;

/** The room of one answer. */
export interface Room {
  release: Release;
  /** Keeps only so many bytes, of an answer whose size was unknown. */
  shrink: (bytes: number) => void;
}

/**
 * Room for the large answers that are being read, parsed or turned into results: each takes several times its size in
 * memory. Callers take turns.
 */
export class LargeAnswers {
  readonly #maxBytes: number;
  readonly #queue = new FairQueue();
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Calls `enter` once there is room, at once if there is. */
  take(bytes: number, turn: TurnHolder, enter: () => void): Room {
    let held = 0;
    const hold = (size: number) => {
      this.#bytes += size - held;
      held = size;
    };
    const begin = () => {
      hold(bytes);
      enter();
    };
    const shrink = (size: number) => {
      this.#queue.remove(turn, begin);
      hold(size);
      this.#admit();
    };
    if (this.#isFull) this.#queue.add(turn, begin);
    else begin();
    return { shrink, release: () => shrink(0) };
  }

  get #isFull(): boolean {
    return this.#bytes >= this.#maxBytes;
  }

  #admit(): void {
    while (!this.#isFull) {
      const next = this.#queue.next();
      if (!next) return;
      next();
    }
  }
}

/**
 * Keeps the room of the last answer that a caller received, until it needs the answer no longer or sends another
 * request. It keeps none while a request is waiting for room itself.
 */
export class LastAnswer {
  #requests = 0;
  #release: Release | undefined;
  #isClosed = false;

  /** A request begins. */
  begin(): void {
    this.#requests += 1;
    this.release();
  }

  /** A request ended, with an answer that has room if it is large. */
  end(release: Release | undefined): void {
    this.#requests -= 1;
    this.release();
    if (this.#requests > 0 || this.#isClosed) release?.();
    else this.#release = release;
  }

  /** The answer is no longer needed. */
  release(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /** No answer is needed any longer, whichever still come. */
  close(): void {
    this.#isClosed = true;
    this.release();
  }
}
