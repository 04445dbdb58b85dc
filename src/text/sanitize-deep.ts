import { mapItems, mapMembers } from './map-json.ts';
import { sanitizeText } from './sanitize.ts';

/** Sanitizes every string in JSON data. Unchanged parts are shared with the original. */
export function sanitizeDeep<T>(value: T): T {
  return sanitizeValue(value, '') as T;
}

function sanitizeValue(value: unknown, key: string): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapItems(value, sanitizeValue, key, undefined);
  return mapMembers(value as Record<string, unknown>, sanitizeValue, undefined);
}
