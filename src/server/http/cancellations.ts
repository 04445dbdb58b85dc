import type { IncomingMessage } from 'node:http';
import { LinkedQueue } from '../../client/linked-queue.ts';
import { isId, isObject } from '../plain-json.ts';

/** Cancels the work on a request. */
type CancelWork = () => void;

/** Requests of a client whose ids are not known yet, because their bodies wait to be parsed. */
interface Unread {
  count: number;
  /** Keys of the calls among them that were cancelled. */
  cancelled: Set<string>;
}

/** Maximum cancelled calls that are remembered of a client whose bodies wait. */
const MAX_REMEMBERED = 100;

/**
 * The calls of the 2025 revisions in progress, so that a notification can cancel one: there are no sessions, and the
 * two arrive in separate requests. All clients of a caller count their ids from the same number, so clients are also
 * distinguished by client IP and by the name they declare. If two still look alike, neither call is cancelled.
 */
export class Cancellations {
  readonly #underWay = new Map<string, LinkedQueue<CancelWork>>();
  readonly #unread = new Map<string, Unread>();
  readonly #cancel: (key: string) => void;

  /** `ask` cancels a call that another process may hold; without it, only this process is searched. */
  constructor(ask?: (key: string) => void) {
    this.#cancel = ask ?? ((key) => this.count(key) === 1 && this.giveUp(key));
  }

  /** Makes a call cancellable until the returned function reports its end. One that was cancelled is given up at once. */
  begin(client: string, id: string | number, giveUp: CancelWork): () => void {
    const key = keyOf(client, id);
    if (this.#unread.get(client)?.cancelled.delete(key)) {
      giveUp();
      return () => undefined;
    }
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
    if (id === undefined) return;
    const key = keyOf(client, id);
    const unread = this.#unread.get(client);
    if (unread && this.count(key) === 0 && unread.cancelled.size < MAX_REMEMBERED) {
      unread.cancelled.add(key);
    }
    this.#cancel(key);
  }

  /** Remembers what a client cancels until the returned function reports that its body was parsed and begun. */
  remember(client: string): () => void {
    const unread = this.#unread.get(client) ?? { count: 0, cancelled: new Set() };
    this.#unread.set(client, unread);
    unread.count += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      unread.count -= 1;
      if (unread.count === 0) this.#unread.delete(client);
    };
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
