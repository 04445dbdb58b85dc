import type { Fields } from '../json/index.ts';

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same as `isObject` of `json/`, which would be another file to load at startup. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with no other fields than these. */
export function isPlain(value: unknown, fields: ReadonlySet<string>): value is Fields {
  return isObject(value) && Object.keys(value).every((name) => fields.has(name));
}

/** The id of a JSON-RPC request, in a form that every revision allows. */
export type RequestId = string | number;

export function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** The SDK drops an argument of this name, which has no meaning as an own property. */
export function isArguments(value: unknown): value is Fields | undefined {
  return value === undefined || (isObject(value) && !Object.hasOwn(value, '__proto__'));
}
