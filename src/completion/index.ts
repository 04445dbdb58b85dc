import { PlatformError } from '../client/index.ts';
import { idsNamed, requireWithin, type Scope, ScopeError } from '../operations/index.ts';
import { type Reader, ResourceRefused } from '../resources/index.ts';
import { fitsUri, unfitVariable } from '../uris/index.ts';
import type { Chosen } from './candidates.ts';
import { rank } from './rank.ts';
import { SOURCES } from './sources.ts';

/** What an argument may be: at most 100 values, the best first. */
export interface Completion {
  values: string[];
  /** How many fit; absent where the platform has more than was looked at. */
  total?: number;
  hasMore: boolean;
}

const MAX_VALUES = 100;

/** A longer beginning is no beginning of anything. */
const MAX_TYPED = 200;

/**
 * Completes what was typed for an argument. No list is walked: of each the first page is read, and kept for seconds
 * for this caller alone. What cannot be found out (another value is to be chosen first, the platform refuses or does
 * not answer) completes to nothing, for people go on typing, and what they then ask for tells what is wrong.
 * @throws {ScopeError} when a chosen value leads out of what the server may reach.
 */
export async function complete(
  { name, value }: { name: string; value: string },
  chosen: Chosen,
  reader: Reader,
  scope: Scope,
): Promise<Completion> {
  const known = { ...filled(chosen), ...scope.pinned };
  await requireWithin(scope, idsNamed(known), reader.caller);
  const source = SOURCES[name];
  const isNameable = unfitVariable(known) === undefined;
  if (!source || !isNameable || value.length > MAX_TYPED)
    return { values: [], total: 0, hasMore: false };
  try {
    const { items, whole } = await source(known, reader, scope);
    const fitting = rank(items, value).filter((found) => fitsUri(found, name));
    return {
      values: fitting.slice(0, MAX_VALUES),
      ...(whole && { total: fitting.length }),
      hasMore: !whole || fitting.length > MAX_VALUES,
    };
  } catch (error) {
    const isUntold = [PlatformError, ResourceRefused, ScopeError].some(
      (kind) => error instanceof kind,
    );
    if (isUntold) return { values: [], hasMore: false };
    throw error;
  }
}

/** What is empty was not chosen. */
function filled(chosen: Chosen): Record<string, string> {
  const entries = Object.entries(chosen).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries) as Record<string, string>;
}
