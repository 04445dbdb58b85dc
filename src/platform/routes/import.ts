import { z } from 'zod';
import { commitDraft, draftOf, requireActive } from '../content/change-requests.ts';
import { commitPrimary, draftOfPrimary } from '../content/primary.ts';
import { unprocessable } from '../errors.ts';
import { Reply } from '../http/reply.ts';
import { type Route, type RouteText, route } from '../http/route.ts';
import { loadSource, SOURCES } from '../import/load.ts';
import { readTree } from '../import/source-tree.ts';
import { writeTree } from '../import/write-tree.ts';
import { location } from '../resources/context.ts';
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
      if (pages.length === 0)
        throw unprocessable(`${call.body.url} holds no page that can be imported`);
      const { space, changeRequest } = openContent(call, 'edit');
      const actor = actorOf(call);
      if (changeRequest) requireActive(changeRequest, 'edited');
      const draft = changeRequest
        ? draftOf(call.db, changeRequest, actor)
        : draftOfPrimary(call.db, space.id, actor);
      const { imported: importedResources } = writeTree(draft, { pages, files });
      const revision = changeRequest
        ? commitDraft(draft, changeRequest, 'edits')
        : commitPrimary(draft, 'edits');
      const result = { revision, importedResources, totalResources: files.length + failed };
      return Reply.created(result, location(call, `/spaces/${space.id}/revisions/${revision}`));
    },
  });
}

export const importRoutes: readonly Route[] = [
  importRoute('/v1/spaces/{spaceId}'),
  importRoute('/v1/spaces/{spaceId}/change-requests/{changeRequestId}'),
];
