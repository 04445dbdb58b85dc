import type { Fail } from './errors.ts';

/** Percent-encodes a value for a path segment or a query; `what` names it in the refusal. */
export function encodeComponent(value: string, what: string, fail: Fail): string {
  try {
    return encodeURIComponent(value);
  } catch (cause) {
    throw fail('invalid_request', `${what} holds half a character (a lone surrogate)`, { cause });
  }
}
