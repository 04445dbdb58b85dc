import type { IncomingMessage } from 'node:http';
import { isId, isObject } from '../plain.ts';

/** Gives up the work on a request. */
type GiveUp = () => void;

/**
 * The calls of the 2025 revisions that are under way, so that a notification can call one off: there are no sessions,
 * and the two come in requests of their own. Ids count from the same number for every client of a caller, so that
 * clients are told apart by where they are and what they call themselves too; where two are alike, neither is stopped.
 */
export class Cancellations {
  readonly #underWay = new Map<string, Set<GiveUp>>();

  /** Lets a call be called off until the returned function says that it is over. */
  begin(client: string, id: string | number, giveUp: GiveUp): () => void {
    const key = keyOf(client, id);
    const calls = this.#underWay.get(key) ?? new Set();
    this.#underWay.set(key, calls);
    calls.add(giveUp);
    return () => {
      calls.delete(giveUp);
      if (calls.size === 0) this.#underWay.delete(key);
    };
  }

  /** Calls off what a message of a client says, if it is a notification that does. */
  hear(client: string, message: unknown): void {
    const id = cancelledBy(message);
    const [giveUp, ...others] = (id !== undefined && this.#underWay.get(keyOf(client, id))) || [];
    if (giveUp && others.length === 0) giveUp();
  }
}

/** Tells the clients of one caller apart, as far as that goes without sessions. */
export function clientOf({ socket, headers }: IncomingMessage, caller: string): string {
  return JSON.stringify([
    caller,
    socket?.remoteAddress,
    headers['x-forwarded-for'],
    headers['user-agent'],
  ]);
}

function keyOf(client: string, id: string | number): string {
  return `${JSON.stringify(id)} ${client}`;
}

function cancelledBy(message: unknown): string | number | undefined {
  if (!isObject(message) || message.method !== 'notifications/cancelled') return undefined;
  const { params } = message;
  return isObject(params) && isId(params.requestId) ? params.requestId : undefined;
}
