import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { deepFreeze } from '../json/index.ts';

/** Maximum bytes of a body that is kept. */
const MAX_BODY_BYTES = 64 * 1024;

/** Maximum bytes of all bodies that are kept. */
const MAX_BYTES = 1024 * 1024;

/** About how many bytes a path takes besides its characters. */
const EACH_BYTES = 200;

/** Of a body that was received once, only the checksum is kept; a body that was received again is kept whole. */
interface KeptAnswer {
  length: number;
  checksum: number;
  again?: { bytes: Buffer; data: unknown };
}

/**
 * Decodes each body only once while it is received again unchanged: agents and bots read the same things many times.
 * This is no cache of answers. Every call sends its request, and the received bytes are compared, so a caller gets what
 * the platform has just sent to this caller.
 */
export class RepeatedAnswers {
  readonly #kept = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ again }, path) => EACH_BYTES + path.length + (again?.bytes.length ?? 0),
  });

  /**
   * The decoded body of an answer. If this path returned the same body twice before, it is the same object each time;
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
