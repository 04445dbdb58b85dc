import { removeToken } from './own-token.ts';
import { SecretParts } from './secret-parts.ts';

/**
 * Kinds of failure:
 * - `http`: the platform answered with a failure, or a stream reported one
 * - `network`: no connection, or it broke before an answer
 * - `timeout`: connecting, headers, body or the next event took too long, or nothing was answered while the call waited
 *   for its turn
 * - `cancelled`: the caller's signal aborted, or the client closed
 * - `invalid_response`: an answer that breaks the API's contract, or that was cut off
 * - `too_large`: an answer over the size limit
 * - `rate_limited`: 429, or a token whose limit is used up for longer than a call waits
 * - `invalid_request`: refused before anything was sent
 */
export type PlatformErrorKind =
  | 'http'
  | 'network'
  | 'timeout'
  | 'cancelled'
  | 'invalid_response'
  | 'too_large'
  | 'rate_limited'
  | 'invalid_request';

export interface PlatformErrorDetails {
  status?: number;
  code?: number | string;
  platformMessage?: string;
  retryAfterMs?: number;
  requestId?: string;
  cause?: unknown;
}

/** Every failure of the client. Its texts have a maximum length and never contain the token. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: PlatformErrorKind;
  /** Method and path template, without values. */
  readonly route: string;
  /** HTTP status, when there was an answer. */
  readonly status: number | undefined;
  /**
   * A number: the platform's own error code. A word: the fault's name, as in `ECONNREFUSED`;
   * `truncated` for an answer cut off, `not_json` for one that cannot be decoded, `redirect`, `not_sent` for a call that
   * never had its turn.
   */
  readonly code: number | string | undefined;
  /** The platform's own message. */
  readonly platformMessage: string | undefined;
  /** Milliseconds until the same call can succeed. */
  readonly retryAfterMs: number | undefined;
  /** The platform's request id, for its support. */
  readonly requestId: string | undefined;

  constructor(
    kind: PlatformErrorKind,
    route: string,
    message: string,
    details: PlatformErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.route = route;
    this.status = details.status;
    this.code = details.code;
    this.platformMessage = details.platformMessage;
    this.retryAfterMs = details.retryAfterMs;
    this.requestId = details.requestId;
  }
}

/** Creates the errors of one call. There is no other way to create one, so every text is scrubbed. */
export interface Fail {
  (kind: PlatformErrorKind, message: string, details?: PlatformErrorDetails): PlatformError;
  /** Removes the token from a text before it is cut: a truncated token would no longer be found. */
  scrub(text: string): string;
}

const MAX_TEXT = 500;
/** Characters of a text that are examined; far fewer are shown. */
const MAX_READ = 4_000;

/** Reduces a text to one line of at most `max` characters, without control and invisible characters. */
export function cleanMessage(text: string, max = MAX_TEXT): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (line.length <= max) return line;
  return `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Binds errors to a call: each message starts with the call's route, and the call's token is removed from each text,
 * also parts and encodings of it.
 */
export function failures(route: string, token: string): Fail {
  const scrub = (text: string) => removeToken(token, text);
  const parts = new SecretParts(token);
  const clean = (text: string) => cleanMessage(parts.removedFrom(scrub(text).slice(0, MAX_READ)));
  const fail = (kind: PlatformErrorKind, message: string, details: PlatformErrorDetails = {}) => {
    const { code, platformMessage, requestId } = details;
    return new PlatformError(kind, clean(route), clean(`${route}: ${message}`), {
      ...details,
      code: typeof code === 'string' ? clean(code) : code,
      platformMessage: platformMessage === undefined ? undefined : clean(platformMessage),
      requestId: requestId === undefined ? undefined : clean(requestId),
    });
  };
  fail.scrub = scrub;
  return fail;
}
