import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Route } from '../routes.ts';

/** Who sent a request. */
export interface Identity {
  /** The token that goes to the platform with this request's calls, and nowhere else. */
  token: string;
  /** Tells callers apart where their token may not be kept: a hash. */
  key: string;
  /** May do nothing but read. */
  readOnly: boolean;
  /** Epoch milliseconds from which on the caller is nobody; absent where this is not known here. */
  expiresAt?: number;
  /** Who this is to any replica, where the token is not the caller's own and each replica has another. */
  principal?: string;
  /** How to refuse what only more rights would allow; absent where no other token would have more. */
  insufficient?: () => Error;
}

export const NOBODY: Identity = { token: '', key: '', readOnly: true };

/** A way to find out who calls. */
export interface Authentication {
  /**
   * Who sent a request; a promise only where that takes waiting.
   * @throws {Refusal} where nobody can be told from it.
   */
  identify(request: IncomingMessage): Identity | Promise<Identity>;
  /** What callers have to be able to read before they are anybody. */
  routes?: ReadonlyMap<string, Route>;
  close?(): Promise<void>;
}

/** The name under which something secret is known where it may not be kept. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
