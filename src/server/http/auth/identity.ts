import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PathHandler } from '../routes.ts';

/** Who sent a request. */
export interface Identity {
  /** The token that this request's calls send to the platform. It goes nowhere else. */
  token: string;
  /** Identifies the caller where the token must not be kept: a hash. */
  key: string;
  /** Set if all callers present the same token, so that only their addresses tell them apart. */
  isShared?: true;
  /** Whether the caller may only read. */
  readOnly: boolean;
  /** Epoch milliseconds at which the identity expires; absent if unknown. */
  expiresAt?: number;
  /** The caller's identity across replicas, if the token is not the caller's own and differs between replicas. */
  principal?: string;
  /** The refusal for calls that need more rights; absent if no other token would have more. */
  insufficient?: () => Error;
}

export const NOBODY: Identity = { token: '', key: '', readOnly: true };

/** A way to authenticate callers. */
export interface Authentication {
  /**
   * Authenticates the sender of a request. Returns a promise only if it has to wait.
   * @throws {HttpRefusal} if the request does not identify anybody.
   */
  identify(request: IncomingMessage): Identity | Promise<Identity>;
  /** Routes that callers must be able to read before they are authenticated. */
  routes?: ReadonlyMap<string, PathHandler>;
  close?(): Promise<void>;
}

/** A hash that stands for a secret where the secret must not be kept. */
export function secretHash(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
