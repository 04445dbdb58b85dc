import type { IncomingMessage } from 'node:http';
import { LinkedQueue } from '../../client/linked-queue.ts';
import { isId, isObject } from '../plain-json.ts';

/** Cancels the work on a request. */
type CancelWork = () => void;

/**
 * The calls of the 2025 revisions in progress, so that a notification can cancel one: there are no sessions, and the
 * two arrive in separate requests. All clients of a caller count their ids from the same number, so clients are also
 * distinguished by client IP and by the name they declare. If two still look alike, neither call is cancelled.
 */
export class Cancellations {
  readonly #underWay = new Map<string, LinkedQueue<CancelWork>>();
  readonly #cancel: (key: string) => void;

  /** `ask` cancels a call that another process may hold; without it, only this process is searched. */
  constructor(ask?: (key: string) => void) {
    this.#cancel = ask ?? ((key) => this.count(key) === 1 && this.giveUp(key));
  }

  /** Makes a call cancellable until the returned function reports its end. */
  begin(client: string, id: string | number, giveUp: CancelWork): () => void {
    const key = keyOf(client, id);
    const calls = this.#underWay.get(key) ?? new LinkedQueue();
    this.#underWay.set(key, calls);
    const entry = calls.add(giveUp);
    return () => {
      entry.leave();
      if (calls.size === 0) this.#underWay.delete(key);
    };
  }

  /** Cancels the call that a client's message names, if it is a cancellation. */
  hear(client: string, message: unknown): void {
    const id = cancelledBy(message);
    if (id !== undefined) this.#cancel(keyOf(client, id));
  }

  /** Number of calls in progress here under a key. */
  count(key: string): number {
    return this.#underWay.get(key)?.size ?? 0;
  }

  /** Cancels all calls under a key. */
  giveUp(key: string): void {
    for (const giveUp of this.#underWay.get(key)?.items ?? []) giveUp();
  }
}

/** Distinguishes the clients of one caller, as far as that is possible without sessions. */
export function clientOf({ socket, headers }: IncomingMessage, caller: string): string {
  // None of these contains a line break.
  const forwarded = headers['x-forwarded-for'] ?? '';
  return `${caller}\n${socket?.remoteAddress}\n${forwarded}\n${headers['user-agent'] ?? ''}`;
}

/** The id comes last, because it may be any text. */
function keyOf(client: string, id: string | number): string {
  return `${client}\n${typeof id}\n${id}`;
}

function cancelledBy(message: unknown): string | number | undefined {
  if (!isObject(message) || message.method !== 'notifications/cancelled') return undefined;
  const { params } = message;
  return isObject(params) && isId(params.requestId) ? params.requestId : undefined;
}
