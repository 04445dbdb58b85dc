import type { Dispatcher } from 'undici';
import { GrowingBytes } from '../growing-bytes.ts';
import type { ClientCall } from './calls.ts';
import { errorOfFault, SILENT } from './faults.ts';
import { type Headers, header } from './headers.ts';
import {
  LARGE_ANSWER_BYTES,
  type LargeAnswers,
  type Release,
  type Room,
} from './limits/large-answers.ts';
import type { QueueEntry } from './linked-queue.ts';
import type { SharedTimer } from './shared-timer.ts';

/** A response of the platform, with its body read. */
export interface RawResponse {
  status: number;
  headers: Headers;
  /** The body, up to the limit. */
  bytes: Buffer;
  /** False if the body was cut off at the limit. */
  complete: boolean;
  /** To be called when a large answer is no longer needed. */
  release?: Release;
}

/** Bytes read of a body that is only of interest for its error message. */
export const MAX_ERROR_BYTES = 64 * 1024;

/** undici's setting for no limit on the pause between two chunks of a body. */
export const UNLIMITED = 0;

export interface AnswerLimits {
  /** Maximum bytes of the body of a successful answer. */
  maxBytes: number;
  /** Milliseconds for the whole body, not for the pause between two chunks. */
  timeoutMs: number;
  /** Expires bodies, and informational responses without another one, after this time. */
  timer: SharedTimer<AnswerReader>;
  /** Where large answers wait for room; absent: they need none. */
  large?: LargeAnswers;
}

/**
 * Reads the answer to a request through undici's handlers: `request` creates a stream and a signal listener for each
 * answer, which costs more than all the rest of undici. The options of the request have no time limit for the body
 * (`UNLIMITED`), because the reader has its own. Rejects with a `PlatformError` if no answer comes, or if a body that
 * is needed whole is incomplete.
 */
export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #limits: AnswerLimits;
  readonly #call: ClientCall;
  readonly #resolve: (answer: RawResponse) => void;
  readonly #reject: (reason: unknown) => void;
  #body = new GrowingBytes();
  /** The declared length of the body, up to the limit. */
  #expected = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #timed: QueueEntry<unknown> | undefined;
  #status = 0;
  #headers: Headers = {};
  #isSettled = false;
  #room: Room | undefined;
  #isPaused = false;

  constructor(
    limits: AnswerLimits,
    call: ClientCall,
    resolve: (answer: RawResponse) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#limits = limits;
    this.#call = call;
    this.#resolve = resolve;
    this.#reject = reject;
    call.cancelled.addEventListener('abort', this.#cancel);
    if (call.cancelled.aborted) this.#cancel();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) this.#drop();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // Informational responses, such as early hints. undici waits for the next one as long as for the first.
    if (status < 200) {
      this.#timed ??= this.#limits.timer.add(this);
      return;
    }
    this.#timed?.leave();
    this.#status = status;
    this.#headers = headers;
    const announced = Number(header(headers, 'content-length')) || 0;
    this.#expected = Math.min(announced, this.#maxBytes);
    if (this.#isWanted && announced > this.#maxBytes) this.#end(false);
    else {
      this.#timed = this.#limits.timer.add(this);
      if (this.#expected > LARGE_ANSWER_BYTES) this.#takeRoom(this.#expected);
    }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return;
    const left = this.#maxBytes - this.#body.size;
    this.#body.add(chunk.length > left ? chunk.subarray(0, left) : chunk, this.#expected);
    if (chunk.length > left) this.#end(false);
    else if (!this.#room && this.#body.size > LARGE_ANSWER_BYTES) this.#takeRoom(this.#maxBytes);
  }

  onResponseEnd(): void {
    if (!this.#isSettled) this.#end(true);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  /** The body took too long, or what follows informational responses. */
  expire(): void {
    const late =
      this.#status === 0 ? SILENT : `the body was not complete after ${this.#limits.timeoutMs} ms`;
    this.#fail(this.#call.fail('timeout', late));
    this.#drop();
  }

  get #maxBytes(): number {
    return this.#isWanted ? this.#limits.maxBytes : MAX_ERROR_BYTES;
  }

  get #isWanted(): boolean {
    return this.#status < 300;
  }

  /** Waits until there is room for a large answer; the time does not count. */
  #takeRoom(bytes: number): void {
    let hasRoom = false;
    this.#room = this.#limits.large?.take(bytes, this.#call.turn, () => {
      hasRoom = true;
      if (!this.#isPaused) return;
      this.#isPaused = false;
      this.#timed = this.#limits.timer.add(this);
      // The end of another answer may have made the room, and undici resumes nothing within the events of an answer.
      queueMicrotask(() => this.#controller?.resume());
    });
    if (!this.#room || hasRoom) return;
    this.#isPaused = true;
    this.#timed?.leave();
    this.#controller?.pause();
  }

  readonly #cancel = () => {
    this.#settle();
    this.#room?.release();
    this.#reject(this.#call.cancelled.reason);
    this.#drop();
  };

  #end(complete: boolean): void {
    this.#settle();
    this.#room?.shrink(this.#body.size);
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      bytes: this.#body.bytes,
      complete,
      ...(this.#room && { release: this.#room.release }),
    });
    if (!complete) this.#drop();
  }

  #fail(error: Error): void {
    if (this.#isSettled) return;
    if (!this.#isWanted) {
      // The status is known, so a body that breaks off or never arrives must not hide it.
      this.#body = new GrowingBytes();
      this.#end(true);
      return;
    }
    this.#settle();
    this.#room?.release();
    this.#reject(errorOfFault(error, this.#call.fail, this.#status !== 0));
  }

  #settle(): void {
    this.#isSettled = true;
    this.#timed?.leave();
    this.#call.cancelled.removeEventListener('abort', this.#cancel);
  }

  /** The rest of the answer is not needed. */
  #drop(): void {
    this.#controller?.abort(new Error('the answer is no longer needed'));
  }
}
