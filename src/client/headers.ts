/** Response headers as undici delivers them, with lower-case names. */
export type Headers = Record<string, string | string[] | undefined>;

/** A longer wait is assumed to be in another unit and ignored. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000;

const REQUEST_ID_HEADERS = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-cloud-trace-context',
  'cf-ray',
];

/** A header's value. If the header is repeated, the first one. */
export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const MEDIA_TYPE = /^[\w.+-]{1,40}\/[\w.+-]{1,40}(?=\s*(?:;|$))/;

/** The media type of a body without parameters, for messages. */
export function mediaType(headers: Headers): string {
  const type = header(headers, 'content-type');
  return type === undefined ? 'no content type' : (MEDIA_TYPE.exec(type)?.[0] ?? 'another type');
}

/** Milliseconds that `Retry-After` asks for, given as seconds or as an HTTP date. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = header(headers, 'retry-after')?.trim();
  if (value === undefined) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : Math.max(0, Date.parse(value) - now);
  return wait <= MAX_WAIT_MS ? wait : undefined;
}

/** `X-RateLimit-Reset` (UTC epoch seconds) as epoch milliseconds, if it is in the future. */
export function rateLimitReset(headers: Headers, now: number): number | undefined {
  const value = header(headers, 'x-ratelimit-reset')?.trim();
  if (value === undefined || !/^\d+(\.\d+)?$/.test(value)) return undefined;
  const reset = Number(value) * 1000;
  return reset > now && reset - now <= MAX_WAIT_MS ? reset : undefined;
}

export function rateLimitIsUsedUp(headers: Headers): boolean {
  return header(headers, 'x-ratelimit-remaining')?.trim() === '0';
}

/** The remaining requests of the rate limit, as the platform's answers report them. */
export interface RateLimitStatus {
  limit: number;
  remaining: number;
  /** Epoch milliseconds at which the limit resets, if reported. */
  resetsAt?: number;
}

export function rateLimitOf(headers: Headers, now: number): RateLimitStatus | undefined {
  const limit = Number(header(headers, 'x-ratelimit-limit') ?? Number.NaN);
  const remaining = Number(header(headers, 'x-ratelimit-remaining') ?? Number.NaN);
  if (!Number.isFinite(limit) || !Number.isFinite(remaining)) return undefined;
  return { limit, remaining, resetsAt: rateLimitReset(headers, now) };
}

export function requestId(headers: Headers): string | undefined {
  for (const name of REQUEST_ID_HEADERS) {
    const value = header(headers, name);
    if (value) return value;
  }
  return undefined;
}
