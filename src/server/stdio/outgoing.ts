import type { Writable } from 'node:stream';
import { Batches } from './batches.ts';
import { asOneLine } from './lines.ts';

/** Above this many unread bytes, no more requests are read. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** The output of a server to its client, line by line. */
export class Outgoing {
  readonly #output: Writable;
  readonly #batches = new Batches();
  #room: Promise<void> | undefined;

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

  /** If the reader leaves too much unread: resolves when it has caught up, or is gone. */
  backlog(): Promise<void> | undefined {
    const { writable, writableLength } = this.#output;
    return writable && writableLength > MAX_UNREAD_BYTES ? this.#roomAgain() : undefined;
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
    return this.#roomAgain();
  }

  /** Shared by all who wait, so that the output has one listener. */
  #roomAgain(): Promise<void> {
    const output = this.#output;
    this.#room ??= new Promise((resolve) => {
      const done = () => {
        output.off('drain', done).off('close', done);
        this.#room = undefined;
        resolve();
      };
      // A reader that is gone receives nothing more, so there is nothing to wait for.
      output.once('drain', done).once('close', done);
    });
    return this.#room;
  }
}
