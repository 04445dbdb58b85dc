import { z } from 'zod';
import { counted } from '../counted.ts';
import { ApiError, notFound } from '../errors.ts';
import { paging, queryBoolean } from '../http/input.ts';
import { keysetPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { location } from '../serializers/context.ts';
import { redirectObject, redirectTarget } from '../serializers/redirect.ts';
import { shareKey } from '../sites/input.ts';
import { openSite, visitSite } from '../sites/open.ts';
import {
  createRedirect,
  publishDraft,
  RedirectRoom,
  redirectFrom,
  redirectOf,
  updateRedirect,
} from '../sites/redirects.ts';
import type { RedirectRow } from '../sites/schema.ts';
import { redirects } from '../sites/tables.ts';
import { actorOf } from './shared.ts';

const SITE = '/v1/orgs/{organizationId}/sites/{siteId}';

const SEGMENT = String.raw`(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+`;

const source = z
  .string()
  .max(512)
  .regex(
    new RegExp(String.raw`^/${SEGMENT}(?:/${SEGMENT})*(?:/\*|\*)?$`),
    'must be a path with a leading slash, percent-encoded, that may end in *',
  );

const forms = [
  z.object({ kind: z.literal('site-page'), siteSpaceId: z.string(), pageId: z.string() }),
  z.object({ kind: z.literal('site-space'), siteSpaceId: z.string() }),
  z.object({ kind: z.literal('site-section'), siteSectionId: z.string() }),
  z.object({
    kind: z.literal('external'),
    url: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).max(2048),
  }),
] as const;

const destination = z.discriminatedUnion('kind', forms);

const newDestination = z.discriminatedUnion('kind', [
  ...forms,
  z.object({ kind: z.literal('path'), spaceId: z.string(), path: z.string() }),
]);

const settings = {
  captureWildcard: z.boolean().optional(),
  permanent: z.boolean().optional(),
};

/** The action on the redirects from one source. */
const item = z.union(
  [
    z.strictObject({ source, intent: z.literal('publish') }),
    z.strictObject({
      source,
      intent: z.enum(['live', 'draft']).default('live'),
      destination: newDestination.nullable(),
      ...settings,
      captureWildcard: z.boolean().default(false),
    }),
  ],
  'must be {source, destination, …}, where a destination of null deletes, or {source, intent: "publish"}; a source is a path with a leading slash, percent-encoded, that may end in *',
);

/** The columns that order a list: the newest first, or alphabetically. */
const ORDERS = {
  createdAt: { keys: ['created_at', 'id'], descending: true },
  updatedAt: { keys: ['changed_at', 'id'], descending: true },
  source: { keys: ['source', 'id'], descending: false },
};

export const redirectRoutes: readonly Route[] = [
  route(`GET ${SITE}/redirects`, {
    profile: 'current',
    query: z.object({
      ...paging,
      search: z.string().default(''),
      draft: queryBoolean.default(false),
      orderBy: z.enum(['createdAt', 'updatedAt', 'source']).default('createdAt'),
    }),
    handle: (call) => {
      const { site } = openSite(call);
      const { search, draft, orderBy } = call.query;
      const from = `FROM (SELECT *, COALESCE(updated_at, created_at) AS changed_at FROM site_redirect)
        WHERE site = ? AND draft = ? AND INSTR(LOWER(source), LOWER(?)) > 0`;
      const values = [site.id, draft, search];
      return keysetPage<RedirectRow, object>(
        call,
        {
          select: `SELECT * ${from}`,
          values,
          ...ORDERS[orderBy],
          count: { select: `SELECT COUNT(*) AS total ${from}`, values },
        },
        redirectObject,
      );
    },
  }),

  route(`POST ${SITE}/redirects`, {
    profile: 'current',
    body: z.object({
      source,
      destination: newDestination,
      draft: z.boolean().default(false),
      ...settings,
    }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const { organization, id } = context.site;
      const row = createRedirect(call.db, actorOf(call), id, call.body);
      const address = `/orgs/${organization}/sites/${id}/redirects/${row.id}`;
      return HttpReply.created(redirectObject(row), location(context, address));
    },
  }),

  route(`PUT ${SITE}/redirects`, {
    profile: 'current',
    body: z.object({ redirects: counted(500, z.array(item).min(1)) }),
    handle: (call) => {
      const { site } = openSite(call, 'create');
      const room = new RedirectRoom(call.db, site.id);
      return { results: call.body.redirects.map((item) => resultOf(call, site.id, item, room)) };
    },
  }),

  route(`PATCH ${SITE}/redirects/{siteRedirectId}`, {
    profile: 'current',
    body: z.object({
      source: source.optional(),
      destination: destination.optional(),
      draft: z.boolean().optional(),
      ...settings,
    }),
    handle: (call) => {
      const { site } = openSite(call, 'create');
      const row = redirects.get(call.db, site.id, call.params.siteRedirectId);
      return redirectObject(updateRedirect(call.db, actorOf(call), row, call.body));
    },
  }),

  route(`DELETE ${SITE}/redirects/{siteRedirectId}`, {
    profile: 'current',
    handle: (call) => {
      const { site } = openSite(call, 'create');
      return HttpReply.deleted(redirects.remove(call.db, site.id, call.params.siteRedirectId));
    },
  }),

  route(`GET ${SITE}/redirect`, {
    profile: 'current',
    query: z.object({ source, shareKey }),
    handle: (call) => {
      const context = visitSite(call);
      const row = redirectOf(call.db, context.site.id, call.query.source);
      const target = row && redirectTarget(context, row, call.query.source);
      if (!target) throw notFound('Redirect');
      return { redirect: redirectObject(row), target };
    },
  }),
];

type RedirectItem = z.output<typeof item>;

/** Executes one item; a failing item changes nothing and does not block the others. */
function resultOf(
  call: Pick<Call, 'db' | 'user'>,
  site: string,
  item: RedirectItem,
  room: RedirectRoom,
) {
  const { source, intent } = item;
  const about = { source, draft: intent === 'draft' };
  try {
    return { ...about, ...upsert(call, site, item, room) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: 'error' as const, ...about, error: error.message };
  }
}

function upsert(
  call: Pick<Call, 'db' | 'user'>,
  site: string,
  item: RedirectItem,
  room: RedirectRoom,
) {
  const { db } = call;
  const actor = actorOf(call);
  if (item.intent === 'publish') {
    const replaces = redirectFrom(db, site, item.source, false) !== undefined;
    const { id } = publishDraft(db, actor, site, item.source);
    if (replaces) room.free();
    return { status: 'published' as const, id };
  }
  const { intent, destination, ...given } = item;
  const draft = intent === 'draft';
  const existing = redirectFrom(db, site, item.source, draft);
  if (destination === null) {
    if (!existing) throw notFound(`A ${intent} redirect from ${item.source}`);
    redirects.remove(db, site, existing.id);
    room.free();
    return { status: 'deleted' as const };
  }
  if (existing) {
    updateRedirect(db, actor, existing, { ...given, destination });
    return { status: 'updated' as const, id: existing.id };
  }
  const { id } = createRedirect(db, actor, site, { ...given, draft, destination }, room);
  return { status: 'created' as const, id };
}
