import { z } from 'zod';
import { openOrganization, openSpace } from '../auth/access.ts';
import { counted } from '../counted.ts';
import { notFound } from '../errors.ts';
import { paging, queryBoolean } from '../http/input.ts';
import { arrayPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { adaptiveSchemaObject, siteObject } from '../serializers/site.ts';
import { publishedSiteObject } from '../serializers/site-structure.ts';
import { adaptiveSchema } from '../sites/adaptive-schema.ts';
import { shareKey } from '../sites/input.ts';
import { openSite, visitSite } from '../sites/open.ts';
import { SITE_TYPES, SITE_VISIBILITIES } from '../sites/schema.ts';
import { createSite, readableSites, setDefaults, updateSite } from '../sites/sites.ts';
import { createSpace } from '../spaces/create.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import { actorOf, created } from './shared.ts';

const UNTITLED = 'Untitled site';

const type = z.enum(SITE_TYPES);
const title = z.string().min(2).max(128);
const visibility = z.enum(SITE_VISIBILITIES);

const proxy = z
  .string()
  .max(512)
  .regex(
    /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/,
    'must be a host with a path, such as example.com/docs',
  );

const spaces = z.union(
  [counted(100, z.array(z.string())), z.enum(['sample', 'empty'])],
  'must be a list of ids of spaces, or sample or empty for a new space',
);

export const siteRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/sites', {
    query: z.object({
      ...paging,
      space: z.string().optional(),
      title: z.string().optional(),
      published: queryBoolean.optional(),
      type: z.union([z.array(type), type.transform((one) => [one])]).optional(),
    }),
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId);
      const { space, title = '', published, type } = call.query;
      const readable = readableSites(call, organization.id, space);
      // A caller without a role on any of its sites needs one in the organization.
      if (readable.length === 0) openOrganization(call, organization.id, 'read');
      const found = readable.filter(
        (site) =>
          site.title.toLowerCase().includes(title.toLowerCase()) &&
          (published === undefined || (site.published === 1) === published) &&
          (type === undefined || type.includes(site.type)),
      );
      return arrayPage(
        call,
        found,
        (site) => [site.created_at, site.id],
        (site) => siteObject({ ...call, site }),
      );
    },
  }),

  route('POST /v1/orgs/{organizationId}/sites', {
    body: z
      .object({
        type: type.default('basic'),
        title: title.optional(),
        visibility: visibility.default('public'),
        spaces: spaces.default([]),
      })
      .prefault({}),
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId, 'create');
      const { title, spaces, ...given } = call.body;
      const actor = actorOf(call);
      const shown = Array.isArray(spaces)
        ? spaces.map((id) => openOwnSpace(call, organization.id, id))
        : [
            createSpace(
              call.db,
              actor,
              { organization: organization.id, parent: null, title: title ?? UNTITLED },
              spaces,
            ),
          ];
      const named = { ...given, title: title ?? titleFrom(shown) };
      const site = createSite(call.db, actor, organization.id, named, shown);
      return created(siteObject({ ...call, site }));
    },
  }),

  route('GET /v1/orgs/{organizationId}/sites/{siteId}', {
    handle: (call) => siteObject(openSite(call)),
  }),

  route('DELETE /v1/orgs/{organizationId}/sites/{siteId}', {
    handle: (call) => {
      const { site } = openSite(call, 'create');
      call.db.run('DELETE FROM site WHERE id = ?', site.id);
      return HttpReply.noContent();
    },
  }),

  route('PATCH /v1/orgs/{organizationId}/sites/{siteId}', {
    body: z.object({
      title: title.optional(),
      visibility: visibility.optional(),
      basename: z.string().min(1).max(100).optional(),
      adaptiveContent: z.object({ enabled: z.boolean() }).optional(),
      defaultSiteSpace: z.string().optional(),
      defaultSiteSection: z.string().optional(),
      proxy: proxy.nullable().optional(),
    }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const { adaptiveContent, defaultSiteSection, defaultSiteSpace, ...columns } = call.body;
      setDefaults(call.db, context.site.id, {
        section: defaultSiteSection,
        siteSpace: defaultSiteSpace,
      });
      const site = updateSite(call.db, context.site, {
        ...columns,
        adaptive_content: adaptiveContent && Number(adaptiveContent.enabled),
      });
      return siteObject({ ...context, site });
    },
  }),

  route('GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema', {
    handle: (call) => {
      const schema = adaptiveSchemaObject(openSite(call).site);
      if (!schema) throw notFound('Adaptive schema');
      return schema;
    },
  }),

  route('PUT /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema', {
    body: z.object({ jsonSchema: adaptiveSchema }),
    handle: (call) => {
      const { site } = openSite(call, 'create');
      const updated = updateSite(call.db, site, {
        adaptive_schema: JSON.stringify(call.body.jsonSchema),
        adaptive_schema_updated_at: actorOf(call).at,
      });
      return adaptiveSchemaObject(updated) ?? {};
    },
  }),

  route('GET /v1/orgs/{organizationId}/sites/{siteId}/published', {
    query: z.object({ shareKey }),
    handle: (call) => {
      const context = visitSite(call);
      if (context.site.published === 0) throw notFound('Published site');
      return publishedSiteObject(context);
    },
  }),
];

/**
 * A space to show; 404 if it belongs to another organization. Showing it reveals it to others, which requires a role on
 * it.
 */
export function openOwnSpace(
  call: Pick<Call, 'db' | 'user'>,
  organization: string,
  id: string,
): SpaceRow {
  const { row } = openSpace(call, id, 'create');
  if (row.organization !== organization) throw notFound('Space');
  return row;
}

/** The title of the first space, if it is long enough for a site. */
function titleFrom([first]: readonly SpaceRow[]): string {
  return first && first.title.length >= 2 ? first.title : UNTITLED;
}
