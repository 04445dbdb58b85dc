import { LRUCache } from 'lru-cache';
import { deepFreeze } from '../json/index.ts';

/** Maximum bytes of a body that is kept. */
const MAX_BODY_BYTES = 64 * 1024;

/** Maximum bytes of all bodies that are kept. */
const MAX_BYTES = 1024 * 1024;

interface KeptAnswer {
  bytes: Buffer;
  /** The decoded body; only bodies that came again have it. */
  data?: unknown;
}

/**
 * Decodes bodies, each only once while it comes again unchanged: agents and bots read the same things many times.
 * Nothing is answered from here. The platform is asked each time, and what it sends is compared byte for byte, so a
 * caller gets what this caller has just been sent.
 */
export class RepeatedAnswers {
  readonly #kept = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, path) => bytes.length + path.length,
  });

  /**
   * The decoded body of an answer. If the same one came before from this path, it is the same object each time, and
   * frozen.
   */
  decode(path: string, bytes: Buffer, decode: () => unknown): unknown {
    if (bytes.length === 0 || bytes.length > MAX_BODY_BYTES) return decode();
    const kept = this.#kept.get(path);
    if (kept?.bytes.equals(bytes)) {
      kept.data ??= deepFreeze(decode());
      return kept.data;
    }
    const data = decode();
    // A copy, because a chunk is a part of a larger buffer.
    this.#kept.set(path, { bytes: Buffer.from(bytes) });
    return data;
  }
}
