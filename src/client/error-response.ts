import { STATUS_CODES } from 'node:http';
import { cleanMessage, type Fail, type PlatformError } from './errors.ts';
import { type Headers, header, rateLimitReset, requestId, retryAfterMs } from './headers.ts';

const MAX_HINT = 160;

/** Status and headers of an answer. */
export interface Head {
  status: number;
  headers: Headers;
}

/** The platform's own description of a failure. */
type ErrorBody = { message?: string; code?: number };

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Reads message and code from `{error: {code, message}}`, or from the shapes other servers use instead. */
function readErrorObject(value: unknown): ErrorBody {
  const root = object(value);
  const error = object(root.error);
  const { code } = error;
  return {
    message:
      text(error.message) ??
      text(root.error) ??
      text(root.message) ??
      text(root.detail) ??
      text(root.title),
    code: Number.isInteger(code) ? (code as number) : undefined,
  };
}

/** The first words of a page or a plain text, without markup, scripts and styles. */
function plainHint(raw: string): string | undefined {
  const title = /<title[^<>]*>([^<]*)/i.exec(raw)?.[1];
  const words =
    text(title) ??
    raw.replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, ' ').replace(/<[^>]*>?/g, ' ');
  return text(cleanMessage(words, MAX_HINT));
}

/** Reads the body of a failure: JSON, a page or plain text. */
export function readErrorBody(raw: string): ErrorBody {
  try {
    return readErrorObject(JSON.parse(raw));
  } catch {
    return { message: plainHint(raw) };
  }
}

/** How long an answer asks to wait, in milliseconds. Only a 429 is about the rate limit and its reset. */
function requestedWait(status: number, headers: Headers, now: number): number | undefined {
  const wait = retryAfterMs(headers, now);
  const reset = status === 429 ? rateLimitReset(headers, now) : undefined;
  if (reset === undefined) return wait;
  return Math.max(wait ?? 0, reset - now);
}

export function failureKind(status: number | undefined): 'rate_limited' | 'http' {
  return status === 429 ? 'rate_limited' : 'http';
}

/** Converts an answer of 400 or above to its error. `body` is the part of its body that arrived. */
export function errorOfResponse(
  { status, headers }: Head,
  body: string,
  now: number,
  fail: Fail,
): PlatformError {
  const { message, code } = readErrorBody(fail.scrub(body));
  const statusText = STATUS_CODES[status] ?? 'an unknown status';
  const reason = message ?? statusText;
  const tail = reason === statusText ? '' : `: ${reason}`;
  return fail(failureKind(status), `the platform answered ${status} ${statusText}${tail}`, {
    status,
    code,
    platformMessage: reason,
    retryAfterMs: requestedWait(status, headers, now),
    requestId: requestId(headers),
  });
}

/**
 * The error for a redirect. It is not followed, because that would send the token elsewhere. `sent` is the URL that
 * was requested, `path` its part below the platform's address.
 */
export function errorOfRedirect(
  { status, headers }: Head,
  sent: string,
  path: string,
  fail: Fail,
): PlatformError {
  const location = header(headers, 'location') ?? '';
  const details = { status, code: 'redirect', requestId: requestId(headers) };
  if (location === '' || !URL.canParse(location, sent)) {
    return fail('http', `the platform answered ${status}, a redirect without an address`, details);
  }
  const { protocol, host, pathname } = new URL(location, sent);
  const prefix = pathname.endsWith(path) ? pathname.slice(0, -path.length) : pathname;
  return fail(
    'http',
    `the platform answered ${status}; redirects are not followed. Set its address to ${protocol}//${host}${prefix}`,
    { ...details, platformMessage: `redirect to ${protocol}//${host}${prefix}` },
  );
}
