import { z } from 'zod';
import { pageAt } from '../../content/tree.ts';
import { notFound } from '../../errors.ts';
import { type Route, type RouteText, route } from '../../http/route.ts';
import { pageView, showPage } from '../content.ts';
import { openContent } from '../shared.ts';

/** The path of a page is one segment: the slashes in it are encoded. */
function pageByPath(at: `/v1/spaces/{spaceId}${string}`): Route {
  const text = `GET ${at}/path/{pagePath}` as RouteText & `GET /{spaceId}/{pagePath}`;
  return route(text, {
    query: z.object(pageView),
    handle: (call) => {
      const { view } = openContent(call);
      const slugs = call.params.pagePath.split('/').filter((slug) => slug !== '');
      const page = pageAt(call.db, view, slugs);
      // Links have no content of their own to be read.
      if (!page || page.type === 'link') throw notFound('Page');
      return showPage(call, view, page);
    },
  });
}

export const pageByPathRoutes: readonly Route[] = [
  pageByPath('/v1/spaces/{spaceId}/content'),
  pageByPath('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content'),
  pageByPath('/v1/spaces/{spaceId}/revisions/{revisionId}'),
];
