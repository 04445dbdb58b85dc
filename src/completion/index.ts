import { PlatformError } from '../client/index.ts';
import { enforceScope, type Scope, ScopeError } from '../operations/index.ts';
import type { Reader } from '../resources/index.ts';
import { rank } from './rank.ts';
import { type Chosen, sources } from './sources.ts';

/** What an argument may be: at most 100 values, the best first, and how many there are in all. */
export interface Completion {
  values: string[];
  total: number;
  hasMore: boolean;
}

const MAX_VALUES = 100;

const NOTHING: Completion = { values: [], total: 0, hasMore: false };

/**
 * Completes what was typed for an argument, from one page of the platform's own lists, which are kept for seconds for
 * this caller alone. What cannot be found out (a value is not chosen yet, the platform refuses or does not answer)
 * completes to nothing: people go on typing.
 */
export async function complete(
  argument: { name: string; value: string },
  chosen: Chosen,
  reader: Reader,
  scope: Scope,
): Promise<Completion> {
  const source = sources[argument.name];
  if (!source) return NOTHING;
  const known = { ...scope.pinned, ...chosen };
  try {
    enforceScope(scope, known);
    const fitting = rank(await source(known, reader, scope), argument.value);
    const values = fitting.slice(0, MAX_VALUES);
    return { values, total: fitting.length, hasMore: fitting.length > values.length };
  } catch (error) {
    if (error instanceof PlatformError || error instanceof ScopeError) return NOTHING;
    throw error;
  }
}
