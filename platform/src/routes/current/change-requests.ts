import { z } from 'zod';
import { openOrganization, readableSpaces } from '../../auth/access.ts';
import { requestFilter, requestsWhere } from '../../content/change-request-filter.ts';
import type { ChangeRequest } from '../../content/change-requests.ts';
import { paging, queryList } from '../../http/input.ts';
import { keysetPage } from '../../http/pagination.ts';
import { type Route, route } from '../../http/route.ts';
import { changeRequestObject } from '../../views/change-request.ts';

const STATUSES = ['draft', 'open', 'archived', 'merged'] as const;

const ORDERS = { updatedAt: 'updated_at', createdAt: 'created_at' };

export const organizationChangeRequestRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/change-requests', {
    query: z.object({
      ...paging,
      ...requestFilter,
      status: queryList(z.enum(STATUSES)).default(['open']),
      site: z.string().optional(),
      space: z.string().optional(),
      topic: z.string().optional(),
      styleguideRun: z.string().optional(),
      finding: z.enum(['none', 'all']).optional(),
      orderBy: z.enum(['updatedAt', 'createdAt']).default('updatedAt'),
    }),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId);
      const { status, site, space, topic, styleguideRun, orderBy } = call.query;
      const readable = readableSpaces(call, row.id).map(({ row }) => row.id);
      const inList = 'IN (SELECT value FROM json_each(?))';
      const { from, values } = requestsWhere(
        [
          [`space ${inList}`, JSON.stringify(readable)],
          [`status ${inList}`, JSON.stringify(status)],
          ...(space === undefined ? [] : [['space = ?', space] as const]),
          ...(site === undefined ? [] : [[ON_SITE, site] as const]),
          // Topics and runs of style guides are of the service's own agents, which are not here.
          ...((topic ?? styleguideRun) ? [['0'] as const] : []),
        ],
        call.query,
      );
      return keysetPage<ChangeRequest, object>(
        call,
        {
          select: `SELECT * ${from}`,
          values,
          keys: [ORDERS[orderBy], 'id'],
          descending: true,
          count: { select: `SELECT COUNT(*) AS total ${from}`, values },
        },
        (request) => changeRequestObject(call, request),
      );
    },
  }),
];

const ON_SITE = 'space IN (SELECT site_space.space FROM site_space WHERE site_space.site = ?)';
