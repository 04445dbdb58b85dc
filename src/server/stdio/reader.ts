import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { LineAssembler, type UnreadMessage } from './lines.ts';
import type { Outgoing } from './outgoing.ts';

/** Messages that are received in one turn of the event loop, whose answers are counted only after it. */
const MAX_A_TURN = 16;

interface Receiver {
  receive(message: string | UnreadMessage): void;
  /** Called with what `receive` throws. */
  fail(problem: Error): void;
}

/** Reads messages line by line, in order, and no more while the client leaves too many answers unread. */
export class LineReader {
  readonly #input: Readable;
  readonly #outgoing: Outgoing;
  readonly #receiver: Receiver;
  readonly #lines = new LineAssembler();
  #received = Promise.resolve();
  /** Messages so far. */
  #count = 0;
  #stopped = false;

  constructor(input: Readable, outgoing: Outgoing, receiver: Receiver) {
    this.#input = input;
    this.#outgoing = outgoing;
    this.#receiver = receiver;
    input.on('data', (chunk: Buffer) => {
      this.#received = this.#receive(this.#lines.push(chunk));
    });
  }

  /** Receives nothing more. */
  stop(): void {
    this.#stopped = true;
    this.#input.pause();
  }

  /** The input has ended: receives what is left. */
  async finish(): Promise<void> {
    await this.#received;
    const rest = this.#lines.rest();
    if (typeof rest !== 'string' || rest.trim() !== '') await this.#receive([rest]);
  }

  /** Pauses the input while messages wait, so that one chunk is received at a time. Never rejects. */
  async #receive(messages: readonly (string | UnreadMessage)[]): Promise<void> {
    try {
      for (const message of messages) {
        this.#count += 1;
        if (this.#count % MAX_A_TURN === 0) await this.#pause(setImmediate());
        const backlog = this.#outgoing.backlog();
        if (backlog) await this.#pause(backlog);
        if (this.#stopped) return;
        this.#receiver.receive(message);
      }
    } catch (problem) {
      this.#receiver.fail(problem as Error);
    }
    if (!this.#stopped) this.#input.resume();
  }

  #pause(until: Promise<void>): Promise<void> {
    this.#input.pause();
    return until;
  }
}
