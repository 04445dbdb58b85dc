import { z } from 'zod';
import { openOrganization, openSpace, readableSpaces } from '../auth/access.ts';
import {
  createChangeRequest,
  describedRequest,
  LISTED_COLUMNS,
  type ListedRequest,
  requestFilter,
  requestsWhere,
  requireActive,
} from '../content/change-requests.ts';
import { contentEdit } from '../content/edit/changes.ts';
import { editContent } from '../content/edit/editor.ts';
import { fetchFiles } from '../content/edit/fetch-files.ts';
import { storeFiles } from '../content/edit/insert-files.ts';
import { mergeChangeRequest, updateChangeRequest } from '../content/merge.ts';
import { conflict } from '../errors.ts';
import { MAX_LARGE_BODY_BYTES, paging, queryBoolean, queryList } from '../http/input.ts';
import { keysetPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import { checkMergeRules } from '../review/merge-rules.ts';
import { changeRequestObject } from '../serializers/change-request.ts';
import { location } from '../serializers/context.ts';
import { editObject } from '../serializers/edit.ts';
import { updateRow } from '../store/rows.ts';
import { actorOf, openRequest } from './shared.ts';

export const subject = z.string().max(100);

/** Maximum characters of a description as JSON: lists have the descriptions. */
const MAX_DESCRIPTION = 50_000;

/** A document tree, as it is stored. */
export const description = z
  .looseObject({ object: z.literal('document') })
  .transform((document) => JSON.stringify(document))
  .refine(
    (text) => text.length <= MAX_DESCRIPTION,
    `must have at most ${MAX_DESCRIPTION} characters as JSON`,
  );

const STATUSES = ['draft', 'open', 'archived', 'merged'] as const;

const ORDERS = { updatedAt: 'updated_at', createdAt: 'created_at' };

export const changeRequestRoutes: readonly Route[] = [
  route('GET /v1/spaces/{spaceId}/change-requests', {
    query: z.object({
      ...paging,
      status: z.enum(['draft', 'open', 'archived', 'merged']).default('open'),
      ...requestFilter,
    }),
    handle: (call) => {
      const { row: space } = openSpace(call, call.params.spaceId);
      const here = [
        ['space = ?', space.id],
        ['status = ?', call.query.status],
      ] as const;
      const { from, values } = requestsWhere(here, call.query);
      return keysetPage<ListedRequest, object>(
        call,
        {
          select: `SELECT ${LISTED_COLUMNS} ${from}`,
          values,
          keys: ['number'],
          descending: true,
          count: { select: `SELECT COUNT(*) AS total ${from}`, values },
        },
        (row) => changeRequestObject(call, describedRequest(call.db, row)),
      );
    },
  }),

  route('POST /v1/spaces/{spaceId}/change-requests', {
    body: z.object({ subject: subject.optional() }).optional(),
    handle: (call) => {
      const { row: space } = openSpace(call, call.params.spaceId, 'edit');
      const given = { subject: call.body?.subject ?? '', status: 'draft' as const };
      const created = createChangeRequest(call.db, space.id, actorOf(call), given);
      const address = location(call, `/spaces/${space.id}/change-requests/${created.id}`);
      return HttpReply.created(changeRequestObject(call, created), address);
    },
  }),

  route('GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
    handle: (call) => changeRequestObject(call, openRequest(call)),
  }),

  route('PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
    body: z.object({
      subject: subject.optional(),
      description: description.optional(),
      status: z.enum(['draft', 'open', 'archived']).optional(),
    }),
    handle: (call) => {
      const request = openRequest(call, 'edit');
      const status = call.body.status ?? request.status;
      if (request.status === 'merged' && status !== 'merged') {
        throw conflict(`Change request ${request.number} is merged; its status is final`);
      }
      const { subject, description } = call.body;
      updateRow(call.db, 'change_request', request.id, {
        subject,
        description,
        status,
        updated_at: actorOf(call).at,
      });
      return changeRequestObject(call, openRequest(call));
    },
  }),

  route('POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge', {
    prepare: async (call) => {
      const open = () => {
        const request = openRequest(call, 'edit');
        requireActive(request, 'merged');
        const { row: space } = openSpace(call, request.space);
        checkMergeRules(call.db, call.user.id, space, request);
        return request;
      };
      return await mergeChangeRequest(call.db, open, actorOf(call));
    },
    handle: (_, merged) => merged,
  }),

  route('POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/update', {
    prepare: (call) => updateChangeRequest(call.db, () => openRequest(call, 'edit'), actorOf(call)),
    handle: (_, updated) => updated,
  }),

  route('POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
    query: z.object({ compat: queryBoolean.default(true) }),
    body: contentEdit,
    maxBody: MAX_LARGE_BODY_BYTES,
    prepare: async (call) => {
      call.db.read(() => openRequest(call, 'edit'));
      const { changes } = call.body;
      return await storeFiles(call.db, changes, await fetchFiles(changes, call.runtime.mayAsk));
    },
    handle: (call, files) => {
      const request = openRequest(call, 'edit');
      const { changes } = call.body;
      const result = editContent(
        call.db,
        request,
        actorOf(call),
        changes,
        files,
        call.runtime.doublesTitles,
      );
      const changed = changeRequestObject(call, openRequest(call));
      return call.query.compat ? changed : editObject(call, changed, request, result);
    },
  }),

  route('GET /v1/orgs/{organizationId}/change-requests', {
    profile: 'current',
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
          // Topics and runs of style guides belong to the service's own agents, which this platform lacks.
          ...((topic ?? styleguideRun) ? [['0'] as const] : []),
        ],
        call.query,
      );
      return keysetPage<ListedRequest, object>(
        call,
        {
          select: `SELECT ${LISTED_COLUMNS} ${from}`,
          values,
          keys: [ORDERS[orderBy], 'id'],
          descending: true,
          count: { select: `SELECT COUNT(*) AS total ${from}`, values },
        },
        (row) => changeRequestObject(call, describedRequest(call.db, row)),
      );
    },
  }),
];

const ON_SITE = 'space IN (SELECT site_space.space FROM site_space WHERE site_space.site = ?)';
