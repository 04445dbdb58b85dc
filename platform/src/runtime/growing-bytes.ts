import type { Socket } from 'node:net';

/** Maximum bytes around the chunks of a body, besides twice their own. */
const MAX_FRAMING = 32 * 1024;

/** How many times as large as its beginning a body is expected to be, at most. */
const MAX_GROWTH = 32;

/**
 * Bytes that arrive in chunks, in one buffer: a list of tiny chunks takes a hundred times as much memory, and joining it
 * makes others wait.
 */
export class GrowingBytes {
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Everything so far. A single chunk is not copied. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  /** @param expected the size of all chunks together, if the sender says so; used once a part of them has arrived. */
  add(chunk: Buffer, expected = 0): void {
    const start = this.#size;
    this.#size += chunk.length;
    if (start === 0) this.#buffer = chunk;
    else {
      if (this.#size > this.#buffer.length) {
        const isCredible = expected <= MAX_GROWTH * this.#size;
        const longer = Buffer.allocUnsafe(Math.max(2 * this.#size, isCredible ? expected : 0));
        this.#buffer.copy(longer, 0, 0, start);
        this.#buffer = longer;
      }
      chunk.copy(this.#buffer, start);
    }
  }
}

/**
 * Tells whether a body has far more bytes around its chunks than in them, whose number then takes longer than their
 * size. To be called before the body arrives.
 */
export function framingOf(socket: Socket): (size: number) => boolean {
  const start = socket.bytesRead;
  return (size) => socket.bytesRead - start > MAX_FRAMING + 2 * size;
}
