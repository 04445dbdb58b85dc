import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../../operations/index.ts';

const MAX_PREVIEWS = 100;

/** Hashes of the latest previews, of all callers of a connection. */
const previews = new WeakMap<Caller['client'], LRUCache<string, true>>();

/** Remembers that a caller saw this JSON value. */
export function rememberPreview(shown: unknown, caller: Caller): void {
  const known = previews.get(caller.client) ?? new LRUCache({ max: MAX_PREVIEWS });
  previews.set(caller.client, known);
  known.set(keyOf(shown, caller), true);
}

/** Whether this caller saw exactly this in a preview. */
export function wasPreviewed(shown: unknown, caller: Caller): boolean {
  return previews.get(caller.client)?.has(keyOf(shown, caller)) ?? false;
}

function keyOf(shown: unknown, { token }: Caller): string {
  return createHash('sha256')
    .update(JSON.stringify([token, shown]))
    .digest('base64');
}
