import { z } from 'zod';
import { changesSinceParent, revisionChanges } from '../content/comparison.ts';
import { limit, queryBoolean } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';
import { changesObject } from '../serializers/semantic-change.ts';
import { contentRoutes } from './content.ts';
import { openContent, openRequest } from './shared.ts';

const changeLimit = limit(10);

/** The content at a revision, and the changes in a revision or change request. */
export const revisionRoutes: readonly Route[] = [
  ...contentRoutes('/v1/spaces/{spaceId}/revisions/{revisionId}').map((read) => ({
    ...read,
    profile: 'current' as const,
  })),

  route('GET /v1/spaces/{spaceId}/revisions/{revisionId}/changes', {
    profile: 'current',
    query: z.object({
      metadata: queryBoolean.optional(),
      computed: queryBoolean.optional(),
      limit: changeLimit,
    }),
    handle: (call) => {
      const { revision } = openContent(call);
      const comparison = changesSinceParent(call.db, revision);
      return changesObject(call, comparison, call.query.limit, revision);
    },
  }),

  route('GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes', {
    profile: 'current',
    query: z.object({ limit: changeLimit }),
    handle: (call) => {
      const request = openRequest(call);
      const comparison = revisionChanges(call.db, { ...request, branch: request.id });
      return changesObject(call, comparison, call.query.limit);
    },
  }),
];
