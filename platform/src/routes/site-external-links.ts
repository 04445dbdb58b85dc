import { z } from 'zod';
import { counted } from '../counted.ts';
import { HttpReply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import { location } from '../serializers/context.ts';
import { externalLinkObject } from '../serializers/site-structure.ts';
import { addExternalLink, updateExternalLink } from '../sites/external-links.ts';
import { condition, icon } from '../sites/input.ts';
import { openSite } from '../sites/open.ts';
import { externalLinks } from '../sites/tables.ts';
import { actorOf } from './shared.ts';

const LINKS = '/v1/orgs/{organizationId}/sites/{siteId}/external-links';

const title = z.string().min(2).max(128);
const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).max(2048);

/** A text by language. */
const localized = (limit: number) =>
  counted(100, z.record(z.string(), z.string().max(limit)))
    .nullable()
    .optional();

const fields = {
  localizedTitle: localized(128),
  description: z.string().max(256).nullable().optional(),
  localizedDescription: localized(256),
  icon,
  draft: z.boolean().optional(),
  condition,
};

export const siteExternalLinkRoutes: readonly Route[] = [
  route(`POST ${LINKS}`, {
    profile: 'current',
    body: z.object({ title, url, parent: z.string().optional(), ...fields }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const { organization, id } = context.site;
      const { parent = null, ...given } = call.body;
      const link = addExternalLink(call.db, actorOf(call), id, parent, given);
      const address = `/orgs/${organization}/sites/${id}/external-links/${link.id}`;
      return HttpReply.created(externalLinkObject(link), location(context, address));
    },
  }),

  route(`PATCH ${LINKS}/{siteExternalLinkId}`, {
    profile: 'current',
    body: z.object({
      title: title.optional(),
      url: url.optional(),
      parent: z.string().nullable().optional(),
      ...fields,
    }),
    handle: (call) => {
      const { site } = openSite(call, 'create');
      const link = externalLinks.get(call.db, site.id, call.params.siteExternalLinkId);
      const { parent, ...given } = call.body;
      updateExternalLink(call.db, link, parent, given);
      return externalLinkObject(externalLinks.get(call.db, site.id, link.id));
    },
  }),

  route(`DELETE ${LINKS}/{siteExternalLinkId}`, {
    profile: 'current',
    handle: (call) => {
      const { site } = openSite(call, 'create');
      return HttpReply.deleted(
        externalLinks.remove(call.db, site.id, call.params.siteExternalLinkId),
      );
    },
  }),
];
