import { nameFormOf, nameProblem } from '../text/name.ts';
import type { Fail, PlatformError } from './errors.ts';
import type { Effect, Method, PlatformRequest, QueryValue } from './types.ts';

/** Percent-encodes a value for the query. `what` names it in an error message. */
function encodeComponent(value: string, what: string, fail: Fail): string {
  try {
    return encodeURIComponent(value);
  } catch (cause) {
    throw fail('invalid_request', `${what} holds half a character (a lone surrogate)`, { cause });
  }
}

function encodeValue(name: string, value: QueryValue, fail: Fail): string {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw fail('invalid_request', `query parameter ${name} is not a finite number`);
  }
  return encodeComponent(String(value), `query parameter ${name}`, fail);
}

/** Maximum characters of an encoded query. Most servers and proxies refuse addresses of more than 16 KB. */
const MAX_QUERY = 15_000;

/** The query with its leading `?`, or an empty string. An array repeats its name. */
export function buildQuery(query: PlatformRequest['query'], fail: Fail): string {
  const pairs: string[] = [];
  let length = 0;
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    const key = encodeComponent(name, 'the name of a query parameter', fail);
    for (const item of typeof value === 'object' ? value : [value]) {
      if (String(item).length > MAX_QUERY) throw tooLong(name, fail);
      const pair = `${key}=${encodeValue(name, item, fail)}`;
      length += pair.length + 1;
      if (length > MAX_QUERY) throw tooLong(name, fail);
      pairs.push(pair);
    }
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function tooLong(name: string, fail: Fail): PlatformError {
  return fail(
    'invalid_request',
    `query parameter ${name} is too long: all parameters together may have ${MAX_QUERY} characters, encoded`,
  );
}

/** A checked request that can be sent any number of times. */
export interface WireRequest {
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

/** Checks a request and encodes it. Refuses with `invalid_request` before anything is sent. */
export function encodeRequest(
  request: PlatformRequest,
  token: string,
  accept: string,
  userAgent: string,
  fail: Fail,
): WireRequest {
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

const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s?#]*)$/;
const PLACEHOLDER = /\{([^{}]*)\}/;

function segment(name: string, value: string, fail: Fail): string {
  const refuse = (why: string) => fail('invalid_request', `path parameter ${name} ${why}`);
  if (typeof value !== 'string') throw refuse('must be a string');
  const flaw = nameProblem(value, nameFormOf(name));
  if (flaw !== undefined) throw refuse(flaw);
  return encodeURIComponent(value);
}

/**
 * Fills a route's placeholders, one path segment each. Refuses with `invalid_request` a value that URL rules would
 * resolve or drop, and a missing or unknown parameter.
 */
export function buildPath(
  route: string,
  values: Record<string, string> | undefined,
  fail: Fail,
): { method: Method; path: string } {
  const { method, texts, names } = routes.get(route) ?? readRoute(route, fail);
  const given = values ?? {};
  let path = texts[0] as string;
  for (const [index, name] of names.entries()) {
    if (!Object.hasOwn(given, name)) {
      throw fail('invalid_request', `path parameter ${name} is missing`);
    }
    path += segment(name, given[name] as string, fail) + texts[index + 1];
  }
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw fail('invalid_request', `the route has no path parameter ${unknown.join(', ')}`);
  }
  return { method, path };
}

/** A parsed route: the text before, between and after its placeholders, and their names. */
interface RouteParts {
  method: Method;
  texts: string[];
  names: string[];
}

/** The cache has at most one entry for each operation. */
const routes = new Map<string, RouteParts>();

function readRoute(route: string, fail: Fail): RouteParts {
  const [, method, template] = ROUTE.exec(route) ?? [];
  if (method === undefined || template === undefined) {
    throw fail('invalid_request', 'a route is a method and a path, as in "GET /v1/user"');
  }
  // Splitting by a pattern with a group also yields the names in between.
  const parts = template.split(PLACEHOLDER);
  const isName = (_: string, index: number) => index % 2 === 1;
  const read = {
    method: method as Method,
    texts: parts.filter((part, index) => !isName(part, index)),
    names: parts.filter(isName),
  };
  routes.set(route, read);
  return read;
}
