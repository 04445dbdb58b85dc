import type { Writable } from 'node:stream';
import { Batches } from './batches.ts';
import { asOneLine } from './lines.ts';

/** The output of a server to its client, line by line. */
export class Outgoing {
  readonly #output: Writable;
  readonly #batches = new Batches();

  constructor(output: Writable) {
    this.#output = output;
  }

  /** Writes this line, or holds it back for the rest of its batch. Resolves when there is room for the next. */
  say(line: string): Promise<void> {
    return this.#write(this.#batches.take(line));
  }

  /** Starts a batch: the answers to these messages are held back and sent together. */
  openBatch(messages: readonly unknown[]): void {
    this.#batches.open(messages);
    void this.#write(this.#batches.settled());
  }

  /** This request will not be answered. */
  forget(id: string | number): void {
    void this.#write(this.#batches.forget(id));
  }

  /** Resolves when the reader has received everything, or is gone. */
  drained(): Promise<void> {
    const output = this.#output;
    if (!output.writable) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => resolve();
      output.once('close', done).once('error', done);
      output.write('', done);
    });
  }

  #write(line: string | undefined): Promise<void> {
    const output = this.#output;
    if (line === undefined || !output.writable) return Promise.resolve();
    if (output.write(`${asOneLine(line)}\n`)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        output.off('drain', done).off('close', done);
        resolve();
      };
      // A reader that is gone receives nothing more, so there is nothing to wait for.
      output.once('drain', done).once('close', done);
    });
  }
}
