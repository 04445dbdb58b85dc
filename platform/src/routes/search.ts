import { z } from 'zod';
import { openOrganization, openSpace, readableSpaces } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import { limit, paging } from '../http/input.ts';
import { arrayPage, type PagedCall } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import {
  groupByPage,
  groupBySpace,
  type Hit,
  rankPages,
  searchSections,
} from '../search/search.ts';
import { foundPageObject, foundSpaceObject } from '../serializers/search.ts';

/** Maximum number of pages of a space in one group; more of them follow further down the list. */
const MAX_PAGES = 10;

/** Default number of spaces in an answer. */
const MAX_SPACES = 10;

const search = z.object({ ...paging, query: z.string().max(512) });

export const searchRoutes: readonly Route[] = [
  route('GET /v1/spaces/{spaceId}/search', {
    query: search,
    handle: (call) => {
      const { row: space } = openSpace(call, call.params.spaceId);
      const found = groupByPage(searchSections(call.db, [space.id], call.query.query));
      return arrayPage(
        call,
        rankPages(found),
        ({ score, page }) => [score, page],
        (hits) => foundPageObject(call, hits),
      );
    },
  }),

  route('GET /v1/orgs/{organizationId}/search', {
    query: search.extend({ limit: limit(MAX_SPACES) }),
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId);
      const spaces = readableSpaces(call, organization.id).map(({ row }) => row);
      const ids = spaces.map(({ id }) => id);
      return foundSpaces(call, spaces, searchSections(call.db, ids, call.query.query));
    },
  }),
];

/** One page of the list of spaces with hits. A space with many pages occurs several times. */
export function foundSpaces(
  call: Context & PagedCall,
  spaces: readonly { id: string; title: string }[],
  hits: readonly Hit[],
) {
  return arrayPage(
    call,
    groupBySpace(rankPages(groupByPage(hits)), MAX_PAGES),
    ({ space, pages: [best] }) => [best?.rank ?? 0, space],
    ({ space: id, pages }) => {
      const title = spaces.find((space) => space.id === id)?.title ?? '';
      return foundSpaceObject(call, { id, title }, pages);
    },
  );
}
