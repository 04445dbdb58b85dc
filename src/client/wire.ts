import type { Fail } from './errors.ts';
import { buildPath, type Method } from './path.ts';
import { buildQuery } from './query.ts';
import type { Effect, PlatformRequest } from './types.ts';

/** A checked request, ready to be sent any number of times. */
export interface Wire {
  method: Method;
  effect: Effect;
  /** Encoded, relative to the platform's address. */
  path: string;
  /** With its leading `?`, or empty. */
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const HEADER_SAFE = /^[\x21-\x7e]+$/;

function encodeBody(body: unknown, fail: Fail): string | undefined {
  if (body === undefined) return undefined;
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(body);
  } catch (error) {
    cause = error;
  }
  if (text === undefined) {
    throw fail('invalid_request', 'the body cannot be written as JSON', { cause });
  }
  return text;
}

/** Checks a request and writes it down; refuses with `invalid_request` before anything is sent. */
export function prepare(
  request: PlatformRequest,
  token: string,
  accept: string,
  userAgent: string,
  fail: Fail,
): Wire {
  const { method, path } = buildPath(request.route, request.path, fail);
  const query = buildQuery(request.query, fail);
  if (!HEADER_SAFE.test(token)) {
    throw fail(
      'invalid_request',
      'the token is empty or holds characters that no HTTP header can carry',
    );
  }
  const body = encodeBody(request.body, fail);
  const headers: Record<string, string> = {
    accept,
    authorization: `Bearer ${token}`,
    'user-agent': userAgent,
  };
  if (request.ifNoneMatch !== undefined) headers['if-none-match'] = request.ifNoneMatch;
  if (body !== undefined) headers['content-type'] = 'application/json';
  return { method, effect: request.effect, path, query, headers, body };
}
