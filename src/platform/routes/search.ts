import { z } from 'zod';
import { openOrganization, openSpace, readableSpaces } from '../auth/access.ts';
import { primaryHead, viewAt } from '../content/revisions.ts';
import { pages } from '../content/tables.ts';
import { pathOf } from '../content/tree.ts';
import { paging } from '../http/input.ts';
import { arrayPage } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import type { Context } from '../resources/context.ts';
import { pageAppUrl } from '../resources/page.ts';
import { groupByPage, type PageHits, searchSections } from '../search/search.ts';

const search = z.object({ ...paging, query: z.string().max(512) });

export const searchRoutes: readonly Route[] = [
  route('GET /v1/spaces/{spaceId}/search', {
    query: search,
    handle: (call) => {
      const { row: space } = openSpace(call, call.params.spaceId);
      const found = groupByPage(searchSections(call.db, [space.id], call.query.query));
      return arrayPage(
        call,
        found,
        ({ score, page }) => [score, page],
        (hits) => pageItem(call, hits),
      );
    },
  }),

  route('GET /v1/orgs/{organizationId}/search', {
    query: search,
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId);
      const spaces = readableSpaces(call, organization.id).map(({ row }) => row);
      const ids = spaces.map(({ id }) => id);
      const found = groupByPage(searchSections(call.db, ids, call.query.query));
      const bySpace = [...new Set(found.map(({ space }) => space))].map((id) => {
        const hits = found.filter(({ space }) => space === id);
        return { id, hits, score: hits[0]?.score ?? 0 };
      });
      return arrayPage(
        call,
        bySpace,
        ({ score, id }) => [score, id],
        ({ id, hits }) => ({
          id,
          title: spaces.find((space) => space.id === id)?.title ?? '',
          pages: hits.map((hit) => pageItem(call, hit)),
        }),
      );
    },
  }),
];

function pageItem(context: Context, { space, page: id, sections }: PageHits) {
  const view = viewAt(primaryHead(context.db, space));
  const page = pages.find(context.db, view, id);
  const path = page ? pathOf(context.db, view, page) : '';
  const url = pageAppUrl(context, view, path);
  return {
    id,
    title: page?.title ?? sections[0]?.title ?? '',
    path,
    sections: sections
      .filter(({ heading, body }) => heading || body)
      .map((section) => ({
        id: section.anchor || id,
        title: section.heading || section.title,
        path: section.anchor ? `${path}#${section.anchor}` : path,
        body: section.excerpt,
        urls: { app: `${url}${section.anchor && `#${section.anchor}`}` },
      })),
    urls: { app: url },
  };
}
