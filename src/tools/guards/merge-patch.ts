import type { Arguments } from '../../operations/index.ts';

/** Applies a merge patch (RFC 7396) to a JSON value: null removes a member, a list is replaced as a whole. */
export function patched(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result = new Map(Object.entries(isObject(value) ? value : {}));
  for (const [key, member] of Object.entries(patch)) {
    if (member === null) result.delete(key);
    else result.set(key, patched(result.get(key), member));
  }
  return Object.fromEntries(result);
}

function isObject(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
