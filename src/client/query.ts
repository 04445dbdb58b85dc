import type { Fail } from './errors.ts';
import type { PlatformRequest, QueryValue } from './types.ts';

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

/** The query with its leading `?`, or an empty string. An array repeats its name. */
export function buildQuery(query: PlatformRequest['query'], fail: Fail): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    const key = encodeComponent(name, 'the name of a query parameter', fail);
    for (const item of typeof value === 'object' ? value : [value]) {
      pairs.push(`${key}=${encodeValue(name, item, fail)}`);
    }
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
