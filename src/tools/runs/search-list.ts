import {
  type Arguments,
  isScoped,
  type Operation,
  send,
  UNSCOPED,
} from '../../operations/index.ts';
import type { CallContext } from '../tool.ts';

/** The filters that take a caller's words. */
const FILTERS = ['search', 'title'] as const;

/** Longer lists are not shown. */
const MAX_NAMES = 20;

interface Named {
  title?: string;
  name?: string;
  displayName?: string;
  user?: { displayName?: string };
}

interface SearchedList {
  items?: readonly Named[];
  next?: unknown;
}

/** Whether an operation can filter its list by a caller's words. */
export function searchesByWords({ effect, paged, query }: Operation): boolean {
  return effect === 'read' && paged === true && FILTERS.some((name) => name in query);
}

/**
 * The list of an operation and, if the caller's words match nothing in it, the existing names, if they are few. Not
 * under limits of the operator.
 */
export async function sendSearch(
  operation: Operation,
  args: Arguments,
  context: CallContext,
): Promise<object> {
  const found = (await send(operation, args, context)) as SearchedList;
  const isFiltered = FILTERS.some((name) => args[name] !== undefined);
  if (isScoped(context.scope ?? UNSCOPED)) return found;
  if (!isFiltered || args.page !== undefined || found.items?.length !== 0) return found;
  const others = Object.entries(args).filter(([name]) => !FILTERS.some((one) => one === name));
  const unfiltered = { ...Object.fromEntries(others), limit: MAX_NAMES };
  const all = (await send(operation, unfiltered, context)) as SearchedList;
  const there = all.items?.flatMap(({ title, name, displayName, user }) => {
    const label = title ?? name ?? displayName ?? user?.displayName;
    return label === undefined ? [] : [label];
  });
  return all.next === undefined && there && there.length > 0 ? { ...found, there } : found;
}
