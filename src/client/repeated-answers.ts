import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { deepFreeze } from '../json/index.ts';

/** Maximum bytes of a body that is kept. */
const MAX_BODY_BYTES = 64 * 1024;

/** Maximum bytes of all bodies that are kept. */
const MAX_BYTES = 1024 * 1024;

/** About how many bytes a path takes besides its characters. */
const EACH_BYTES = 200;

/** A body that was answered once is kept as its checksum, one that came again as a whole. */
interface KeptAnswer {
  length: number;
  checksum: number;
  again?: { bytes: Buffer; data: unknown };
}

/**
 * Decodes bodies, each only once while it comes again unchanged: agents and bots read the same things many times.
 * Nothing is answered from here. The platform is asked each time, and what it sends is compared byte for byte, so a
 * caller gets what this caller has just been sent.
 */
export class RepeatedAnswers {
  readonly #kept = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ again }, path) => EACH_BYTES + path.length + (again?.bytes.length ?? 0),
  });

  /**
   * The decoded body of an answer. If the same one came twice before from this path, it is the same object each time;
   * from the second time on, it is frozen.
   */
  decode(path: string, bytes: Buffer, decode: () => unknown): unknown {
    if (bytes.length === 0 || bytes.length > MAX_BODY_BYTES) return decode();
    const kept = this.#kept.get(path);
    if (kept?.again?.bytes.equals(bytes)) return kept.again.data;
    const { length } = bytes;
    const checksum = crc32(bytes);
    const isAgain = kept !== undefined && kept.length === length && kept.checksum === checksum;
    const data = isAgain ? deepFreeze(decode()) : decode();
    // A copy, because a chunk is a part of a larger buffer.
    const again = isAgain ? { bytes: Buffer.from(bytes), data } : undefined;
    this.#kept.set(path, { length, checksum, ...(again && { again }) });
    return data;
  }
}
