/**
 * What went wrong:
 * - `http`: the platform answered with a failure, or a stream reported one
 * - `network`: no connection, or one that broke before an answer
 * - `timeout`: connecting, headers, body or the next event took too long
 * - `cancelled`: the caller's signal or the end of the client
 * - `invalid_response`: an answer that is not what the API promises, or that was cut off
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

/** Every failure of the client. Its texts are bounded and never hold the token. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: PlatformErrorKind;
  /** Method and path template, without values. */
  readonly route: string;
  /** HTTP status, when there was an answer. */
  readonly status: number | undefined;
  /**
   * A number: the platform's own error code. A word: the fault's name, as in `ECONNREFUSED`;
   * `truncated` for an answer cut off, `not_json` for one that cannot be decoded, `redirect`.
   */
  readonly code: number | string | undefined;
  /** What the platform itself said. */
  readonly platformMessage: string | undefined;
  /** Milliseconds to wait before the same call can succeed. */
  readonly retryAfterMs: number | undefined;
  /** The platform's identifier of the request, for its support. */
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

/** Makes the errors of one call; the only way to make one, so that no text escapes scrubbing. */
export interface Fail {
  (kind: PlatformErrorKind, message: string, details?: PlatformErrorDetails): PlatformError;
  /** Takes the token out of a text that is yet to be cut, for a cut token is no longer found. */
  scrub(text: string): string;
}

const MAX_TEXT = 500;
/** Anything shorter is no secret, and replacing it would garble ordinary words. */
const MIN_SECRET = 6;

/** One line without control and invisible characters, cut to `max` characters. */
export function tidy(text: string, max = MAX_TEXT): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (line.length <= max) return line;
  return `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function takeOut(token: string, text: string): string {
  if (token.length < MIN_SECRET) return text;
  const forms = [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token)];
  return forms.reduce((rest, form) => rest.replaceAll(form, '[token]'), text);
}

/** Binds errors to a call: its route leads each message, its token is taken out of each text. */
export function failures(route: string, token: string): Fail {
  const scrub = (text: string) => takeOut(token, text);
  const clean = (text: string) => tidy(scrub(text));
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
