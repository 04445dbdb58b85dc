import { z } from 'zod';
import { requireActive } from '../content/change-requests.ts';
import { Reply } from '../http/reply.ts';
import { type Route, type RouteText, route } from '../http/route.ts';
import { importInto } from '../import/into.ts';
import { loadSource, SOURCES } from '../import/load.ts';
import { readTree } from '../import/source-tree.ts';
import { location } from '../views/context.ts';
import { actorOf, openContent } from './shared.ts';

const body = z.object({
  url: z.url({ protocol: /^(https?|git|ssh|file)$/ }).max(2048),
  source: z.enum(SOURCES),
});

/** Imports add pages behind those that are there, as one new revision. */
function importRoute(prefix: `/v1/spaces/{spaceId}${string}`): Route {
  const text = `POST ${prefix}/content/import` as RouteText & `POST ${typeof prefix}`;
  return route(text, {
    body,
    prepare: async (call) => {
      call.db.read(() => {
        const { changeRequest } = openContent(call, 'edit');
        if (changeRequest) requireActive(changeRequest, 'edited');
      });
      const { source, url } = call.body;
      const { files, failed } = await loadSource(source, url, call.services.mayAsk);
      return { files, failed, pages: readTree(files) };
    },
    handle: (call, { files, failed, pages }) => {
      const { space, changeRequest } = openContent(call, 'edit');
      const target = { space: space.id, changeRequest };
      const { revision, imported: importedResources } = importInto(call.db, actorOf(call), target, {
        url: call.body.url,
        files,
        pages,
      });
      const result = { revision, importedResources, totalResources: files.length + failed };
      return Reply.created(result, location(call, `/spaces/${space.id}/revisions/${revision}`));
    },
  });
}

export const importRoutes: readonly Route[] = [
  importRoute('/v1/spaces/{spaceId}'),
  importRoute('/v1/spaces/{spaceId}/change-requests/{changeRequestId}'),
];
