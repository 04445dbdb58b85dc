import type { Fail } from './errors.ts';
import type { PaginateOptions, PlatformRequest, PlatformResponse } from './types.ts';

/** Maximum number of pages with less than a tenth of the items that were asked for: such a list may never end. */
const MAX_SPARSE_PAGES = 100;

/** The platform's own number of items on a page, at least. */
const USUAL_LIMIT = 10;

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
  let sparse = 0;
  const limit = Number(query?.limit) || USUAL_LIMIT;
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
    if (items.length < limit / 10) sparse += 1;
    if (sparse === MAX_SPARSE_PAGES) {
      throw fail(
        'invalid_response',
        `the list does not end: ${MAX_SPARSE_PAGES} of its pages have no or hardly any items`,
      );
    }
    query = { ...query, page: next };
  }
}
