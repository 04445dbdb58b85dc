import type { Fail } from './errors.ts';
import type { PaginateOptions, PlatformRequest, PlatformResponse } from './types.ts';

interface PageOfItems {
  items: unknown[];
  next: string | undefined;
}

function readPage(data: unknown, fail: Fail): PageOfItems {
  const { items, next } = (data ?? {}) as { items?: unknown; next?: { page?: unknown } | null };
  if (!Array.isArray(items)) {
    throw fail('invalid_response', 'the answer is not a list: it has no items');
  }
  const page = next?.page;
  return { items, next: typeof page === 'string' && page !== '' ? page : undefined };
}

/** Yields the items of a list page by page; see `PlatformClient.paginate`. */
export async function* paginatePages(
  request: PlatformRequest,
  { maxItems = Number.POSITIVE_INFINITY }: PaginateOptions,
  send: (request: PlatformRequest) => Promise<PlatformResponse>,
  fail: Fail,
): AsyncGenerator<unknown> {
  const cursors = new Set<unknown>([request.query?.page]);
  let left = maxItems;
  let query = request.query;
  while (left > 0) {
    const { data } = await send({ ...request, query });
    const { items, next } = readPage(data, fail);
    yield* items.slice(0, left);
    left -= items.length;
    if (next === undefined || left <= 0) return;
    if (cursors.has(next)) {
      throw fail('invalid_response', 'the list does not end: it names the same next page twice');
    }
    cursors.add(next);
    query = { ...query, page: next };
  }
}
