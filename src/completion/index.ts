import { PlatformError } from '../client/index.ts';
import { causeOf, idsAmong, requireWithin, type Scope, ScopeError } from '../operations/index.ts';
import { type Reader, ResourceRefusal } from '../resources/index.ts';
import { fitsUri, unfitVariable } from '../uris/index.ts';
import type { ChosenValues } from './candidates.ts';
import { rank } from './rank.ts';
import { SOURCES } from './sources.ts';

/** Suggestions for an argument: at most 100 values, the best first. */
export interface Completion {
  values: string[];
  /** Number of matches; absent if the platform has more than were read. */
  total?: number;
  hasMore: boolean;
}

const MAX_VALUES = 100;

/** Longer input is not the beginning of any value. */
const MAX_TYPED = 200;

/**
 * Completes what was typed for an argument. Reads only the first page of each list and caches it for some seconds,
 * for this caller alone. Anything that cannot be determined (another value has to be chosen first, the platform
 * refuses or does not answer) completes to nothing: people keep typing, and the call that follows reports the
 * problem.
 * @throws {ScopeError} if a chosen value is outside the server's scope.
 */
export async function complete(
  { name, value }: { name: string; value: string },
  chosen: ChosenValues,
  reader: Reader,
  scope: Scope,
): Promise<Completion> {
  const known = { ...filled(chosen), ...scope.pinned };
  await requireWithin(scope, idsAmong(known), reader.caller);
  const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
  const isNameable = unfitVariable(known) === undefined;
  if (!source || !isNameable || value.length > MAX_TYPED)
    return { values: [], total: 0, hasMore: false };
  try {
    const { items, isComplete } = await source(known, reader, scope);
    const fitting = (await rank(items, value)).filter((found) => fitsUri(found, name));
    return {
      values: fitting.slice(0, MAX_VALUES),
      ...(isComplete && { total: fitting.length }),
      hasMore: !isComplete || fitting.length > MAX_VALUES,
    };
  } catch (thrown) {
    const error = causeOf(reader.caller.received, thrown);
    const isUntold = [PlatformError, ResourceRefusal, ScopeError].some(
      (kind) => error instanceof kind,
    );
    if (isUntold) return { values: [], hasMore: false };
    throw thrown;
  }
}

/** An empty value counts as not chosen. */
function filled(chosen: ChosenValues): Record<string, string> {
  const entries = Object.entries(chosen).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries) as Record<string, string>;
}
