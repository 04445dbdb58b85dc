import { badRequest } from '../errors.ts';
import type { SqlValue } from '../store/database.ts';
import { sha256 } from '../store/ids.ts';
import { step } from '../workers/computed.ts';
import type { Call } from './route.ts';

/** The sort key of the last item of a page: strings and numbers, most significant first. */
type Key = (string | number)[];

export interface List<T> {
  items: T[];
  count: number;
  next?: { page: string };
}

/** How a list is paginated. */
export type PagedCall = Pick<Call, 'db' | 'path'> & {
  query: { page?: string; limit: number };
};

interface Keyset {
  /** A SELECT without ORDER BY and LIMIT whose WHERE can be continued with AND. */
  select: string;
  values: SqlValue[];
  /** Columns that order the list and are unique together. */
  keys: string[];
  descending?: boolean;
  /** Maximum number of rows that are read before others get a turn, if they may be long. */
  together?: number;
  /** A SELECT of one number named `total`, or the number itself. */
  count: number | { select: string; values: SqlValue[] };
}

/**
 * One page of a query. It continues after the last row seen, so rows inserted meanwhile do not shift it.
 * @param announce called with all rows before the first item is made.
 */
export function keysetPage<R extends object, T>(
  call: PagedCall,
  keyset: Keyset,
  toItem: (row: R) => T,
  announce?: (rows: readonly R[]) => void,
): List<T> {
  const { limit } = call.query;
  const rows: R[] = [];
  let after = readCursor(call, keyset.keys.length);
  while (rows.length <= limit) {
    const wanted = Math.min(keyset.together ?? limit + 1, limit + 1 - rows.length);
    const some = rowsAfter<R>(call, keyset, after, wanted);
    for (const row of some) rows.push(row);
    const last = some.at(-1);
    if (some.length < wanted || !last) break;
    after = keyOf(last, keyset);
  }
  announce?.(rows);
  return envelope(call, rows, count(call, keyset.count), toItem, (row) => keyOf(row, keyset));
}

function rowsAfter<R>(call: PagedCall, keyset: Keyset, after: Key | undefined, most: number): R[] {
  const { select, keys, descending = false } = keyset;
  const direction = descending ? 'DESC' : 'ASC';
  const marks = keys.map(() => '?').join(', ');
  const beyond = after ? ` AND (${keys.join(', ')}) ${descending ? '<' : '>'} (${marks})` : '';
  const order = keys.map((key) => `${key} ${direction}`).join(', ');
  const sql = `${select}${beyond} ORDER BY ${order} LIMIT ?`;
  const values = [...keyset.values, ...(after ?? []), most];
  return step(JSON.stringify([sql, values]), () => call.db.all<R>(sql, ...values));
}

function keyOf(row: object, { keys }: Keyset): Key {
  const names = keys.map((key) => key.slice(key.indexOf('.') + 1));
  return names.map((name) => (row as Record<string, string | number>)[name] ?? '');
}

/** One page of an in-memory list, ordered by `keyOf`, ascending by default. */
export function arrayPage<S, T>(
  call: PagedCall,
  sources: readonly S[],
  keyOf: (source: S) => Key,
  toItem: (source: S) => T,
  descending = false,
): List<T> {
  const compare = (left: Key, right: Key) => compareKeys(left, right) * (descending ? -1 : 1);
  const keyed = sources.map((source) => ({ source, key: keyOf(source) }));
  const after = keyed[0] && readCursor(call, keyed[0].key.length);
  const rest = after ? keyed.filter(({ key }) => compare(key, after) > 0) : keyed;
  rest.sort((left, right) => compare(left.key, right.key));
  const page = rest.slice(0, call.query.limit + 1).map(({ source }) => source);
  return envelope(call, page, sources.length, toItem, keyOf);
}

/** Others get turns between items. */
function envelope<S, T>(
  call: PagedCall,
  sources: readonly S[],
  total: number,
  toItem: (source: S) => T,
  keyOf: (source: S) => Key,
): List<T> {
  const { limit } = call.query;
  const last = sources[limit - 1];
  const items = sources
    .slice(0, limit)
    .map((source) => step(JSON.stringify([call.path, keyOf(source)]), () => toItem(source)));
  const list: List<T> = { items, count: total };
  if (last !== undefined && sources.length > limit) {
    list.next = { page: writeCursor(call.path, keyOf(last)) };
  }
  return list;
}

function count(call: PagedCall, source: Keyset['count']): number {
  if (typeof source === 'number') return source;
  return call.db.get<{ total: number }>(source.select, ...source.values)?.total ?? 0;
}

function compareKeys(left: Key, right: Key): number {
  for (const [index, value] of left.entries()) {
    const other = right[index] ?? '';
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

/** A cursor is valid only for its own list: the path is part of it. */
function writeCursor(path: string, key: Key): string {
  return Buffer.from(JSON.stringify([listMark(path), ...key])).toString('base64url');
}

function readCursor(call: PagedCall, length: number): Key | undefined {
  const { page } = call.query;
  if (page === undefined) return undefined;
  const [mark, ...key] = decodeCursor(page);
  if (mark !== listMark(call.path) || key.length !== length) {
    throw badRequest(
      'query.page: not a page of this list; take it from next.page of the same list',
    );
  }
  return key;
}

function decodeCursor(page: string): Key {
  try {
    const value: unknown = JSON.parse(Buffer.from(page, 'base64url').toString());
    const isKey = (part: unknown) => typeof part === 'string' || typeof part === 'number';
    return Array.isArray(value) && value.every(isKey) ? value : [];
  } catch {
    return [];
  }
}

function listMark(path: string): string {
  return sha256(path).slice(0, 8);
}
