import { encodeComponent } from './encode.ts';
import type { Fail } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s?#]*)$/;
const PLACEHOLDER = /\{([^{}]*)\}/g;
const CONTROL = /\p{Cc}/u;

function segment(name: string, value: string, fail: Fail): string {
  const refuse = (why: string) => fail('invalid_request', `path parameter ${name} ${why}`);
  if (typeof value !== 'string') throw refuse('must be a string');
  if (value === '') throw refuse('must not be empty');
  if (value === '.' || value === '..') throw refuse(`must not be "${value}"`);
  if (CONTROL.test(value)) throw refuse('must not hold control characters');
  return encodeComponent(value, `path parameter ${name}`, fail);
}

/**
 * Fills a route's placeholders, one path segment each. Refuses with `invalid_request` a value
 * that URL rules would resolve or drop, and a parameter that is missing or unknown.
 */
export function buildPath(
  route: string,
  values: Record<string, string> | undefined,
  fail: Fail,
): { method: Method; path: string } {
  const [, method, template] = ROUTE.exec(route) ?? [];
  if (method === undefined || template === undefined) {
    throw fail('invalid_request', 'a route is a method and a path, as in "GET /v1/user"');
  }
  const unused = new Set(Object.keys(values ?? {}));
  const path = template.replace(PLACEHOLDER, (_, name: string) => {
    if (values === undefined || !Object.hasOwn(values, name)) {
      throw fail('invalid_request', `path parameter ${name} is missing`);
    }
    unused.delete(name);
    return segment(name, values[name] as string, fail);
  });
  if (unused.size > 0) {
    throw fail('invalid_request', `the route has no path parameter ${[...unused].join(', ')}`);
  }
  return { method: method as Method, path };
}
