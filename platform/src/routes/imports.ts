import { z } from 'zod';
import { openOrganization, openSpace, readableSpaces } from '../auth/access.ts';
import { requireActive } from '../content/change-requests.ts';
import { pages } from '../content/tables.ts';
import { counted } from '../counted.ts';
import { badRequest, notFound } from '../errors.ts';
import { paging } from '../http/input.ts';
import { keysetPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, type RouteText, route } from '../http/route.ts';
import { importInto } from '../import/into.ts';
import { loadSource, pagesOf, SOURCES } from '../import/load.ts';
import { cancelImportRun, findImportRun, isActive, startImportRun } from '../import/runs.ts';
import { type ImportRunRow, RUN_STATUSES } from '../import/schema.ts';
import { location } from '../serializers/context.ts';
import { importRunObject } from '../serializers/import-run.ts';
import { findSite } from '../sites/tables.ts';
import type { SqlValue } from '../store/database.ts';
import { actorOf, created, openContent } from './shared.ts';

const body = z.object({
  url: z.url({ protocol: /^(https?|git|ssh|file)$/ }).max(2048),
  source: z.enum(SOURCES),
});

/** Imports add pages after the existing ones, as one new revision. */
function importRoute(prefix: `/v1/spaces/{spaceId}${string}`): Route {
  const text = `POST ${prefix}/content/import` as RouteText & `POST ${typeof prefix}`;
  return route(text, {
    profile: 'contract',
    body,
    prepare: async (call) => {
      const open = () => {
        const { space, changeRequest } = openContent(call, 'edit');
        return { space: space.id, changeRequest };
      };
      call.db.read(() => {
        const { changeRequest } = open();
        if (changeRequest) requireActive(changeRequest, 'edited');
      });
      const { source, url } = call.body;
      const { files, failed } = await loadSource(source, url, call.runtime.mayAsk);
      const content = { url, files, pages: await pagesOf(files) };
      const outcome = await importInto(call.db, { actor: actorOf(call), open }, content);
      return { ...outcome, total: files.length + failed };
    },
    handle: (call, { revision, imported: importedResources, total: totalResources }) => {
      const { space } = openContent(call, 'edit');
      const result = { revision, importedResources, totalResources };
      return HttpReply.created(result, location(call, `/spaces/${space.id}/revisions/${revision}`));
    },
  });
}

const IMPORTS = '/v1/org/{organizationId}/imports';

const source = z.discriminatedUnion('type', [
  z.object({ type: z.literal('website'), url: z.url({ protocol: /^https?$/ }).max(2048) }),
  z.object({ type: z.literal('file'), files: counted(50, z.array(z.string()).min(1)) }),
]);

const target = z.object({
  space: z.string(),
  changeRequest: z.string().optional(),
  page: z.string().optional(),
});

export const importRoutes: readonly Route[] = [
  importRoute('/v1/spaces/{spaceId}'),
  importRoute('/v1/spaces/{spaceId}/change-requests/{changeRequestId}'),

  route(`GET ${IMPORTS}`, {
    profile: 'current',
    query: z.object({
      ...paging,
      space: z.string().optional(),
      changeRequest: z.string().optional(),
      site: z.string().optional(),
      status: z.enum(['active', ...RUN_STATUSES]).optional(),
    }),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId);
      const { space, changeRequest, site, status } = call.query;
      const readable = JSON.stringify(readableSpaces(call, row.id).map(({ row: { id } }) => id));
      const conditions: [sql: string, value: SqlValue | undefined][] = [
        ['organization = ?', row.id],
        ['space IN (SELECT value FROM json_each(?))', readable],
        ['space = ?', space],
        ['change_request = ?', changeRequest],
        ['space IN (SELECT site_space.space FROM site_space WHERE site_space.site = ?)', site],
        [
          'status IN (SELECT value FROM json_each(?))',
          status && JSON.stringify(status === 'active' ? ['pending', 'in-progress'] : [status]),
        ],
      ];
      const given = conditions.filter(([, value]) => value !== undefined);
      const from = `FROM import_run WHERE ${given.map(([sql]) => sql).join(' AND ')}`;
      const values = given.flatMap(([, value]) => value ?? []);
      return keysetPage<ImportRunRow, object>(
        call,
        {
          select: `SELECT * ${from}`,
          values,
          keys: ['sequence'],
          descending: true,
          count: { select: `SELECT COUNT(*) AS total ${from}`, values },
        },
        (run) => importRunObject(call, run),
      );
    },
  }),

  route(`POST ${IMPORTS}`, {
    profile: 'current',
    // No model here can rewrite the content: it is imported unchanged, whatever `enhance` says.
    body: z.object({
      source,
      target,
      site: z.string().optional(),
      enhance: z.boolean().default(true),
    }),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId);
      const { source, target, site } = call.body;
      const place = { spaceId: target.space, ...withRequest(target.changeRequest) };
      const { space, changeRequest, state } = openContent({ ...call, params: place }, 'edit');
      if (space.organization !== row.id) throw notFound('Space');
      if (changeRequest) requireActive(changeRequest, 'edited');
      if (target.page !== undefined && !pages.find(call.db, state, target.page)) {
        throw notFound('Page');
      }
      if (site !== undefined) findSite(call.db, row.id, site);
      if (source.type === 'file') {
        throw badRequest(
          `body.source.files: nothing was uploaded as ${source.files[0]}; files cannot be uploaded here, import the address of a website`,
        );
      }
      const run = startImportRun(call.db, call.runtime, actorOf(call), {
        organization: row.id,
        space: space.id,
        changeRequest: changeRequest?.id,
        page: target.page,
        site,
        url: source.url,
      });
      return created(importRunObject(call, run));
    },
  }),

  route(`GET ${IMPORTS}/{importRunId}`, {
    profile: 'current',
    handle: (call) => importRunObject(call, open(call)),
  }),

  route(`POST ${IMPORTS}/{importRunId}/cancel`, {
    profile: 'current',
    handle: (call) => {
      const run = open(call, 'edit');
      if (!isActive(run)) throw badRequest(`The import is ${run.status} and cannot be cancelled`);
      cancelImportRun(call.db, call.runtime, run);
      return importRunObject(call, open(call));
    },
  }),
];

/** An import is visible to everybody who may read its target space. */
function open(
  call: Pick<Call, 'db' | 'user'> & { params: { organizationId: string; importRunId: string } },
  needed?: 'edit',
): ImportRunRow {
  const { row } = openOrganization(call, call.params.organizationId);
  const run = findImportRun(call.db, row.id, call.params.importRunId);
  openSpace(call, run.space, needed);
  return run;
}

function withRequest(changeRequestId: string | undefined) {
  return changeRequestId === undefined ? {} : { changeRequestId };
}
