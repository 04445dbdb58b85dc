import type { Area, Values } from '../asked.ts';
import { demoSite, idOf, newSite, newSpace } from '../sites/support.ts';
import { DEV_GUIDE, type Send } from '../support.ts';

const ORG = '/v1/orgs/{organizationId}';
const SITE = `${ORG}/sites/{siteId}`;
const INVITED = {
  users: ['userInes000000000001'],
  teams: ['teamDocumentation001'],
  role: 'comment',
};

const EXTERNAL = { kind: 'external', url: 'https://example.com/new' };

/** The ids of the objects that were last created for a route. */
let made: Values = {};

const later = (name: string) => ({ toJSON: () => made[name] });

const TARGETS = ['/v1/spaces/{spaceId}', '/v1/collections/{collectionId}', SITE];

/** Sites of the current service, specifications, permissions, teams and invites. */
export const currentSiteArea: Area = {
  bodies: {
    [`POST ${SITE}/search`]: [
      { query: 'retries', scope: { mode: 'default' } },
      { query: 'queue', scope: { mode: 'all' } },
    ],
    [`POST ${SITE}/ask`]: [{ question: 'How are retries done?', scope: { mode: 'default' } }],
    [`PATCH ${SITE}/structure/sort`]: [
      {
        item: { type: 'site-section-group', id: later('siteSectionGroupId') },
        position: { before: { type: 'site-section', id: later('siteSectionId') } },
      },
      { item: { type: 'site-external-link', id: later('siteExternalLinkId') }, position: {} },
      { item: { type: 'site-section', id: later('siteSectionId') }, position: {} },
    ],
    [`POST ${SITE}/external-links`]: [
      { title: 'Words', url: 'https://example.com' },
      {
        title: 'Words',
        localizedTitle: { de: 'Wörter' },
        url: 'https://example.com',
        description: 'About words',
        icon: 'book',
        draft: true,
        parent: later('siteSectionGroupId'),
        condition: 'visitor.claims.beta',
      },
    ],
    [`PATCH ${SITE}/external-links/{siteExternalLinkId}`]: [
      { title: 'Words', parent: later('siteSectionGroupId') },
    ],
    [`POST ${SITE}/redirects`]: [
      { source: '/words', destination: EXTERNAL, permanent: true },
      {
        source: '/page',
        destination: { kind: 'path', spaceId: DEV_GUIDE, path: 'guides/retries' },
      },
    ],
    [`PUT ${SITE}/redirects`]: [
      {
        redirects: [
          { source: '/words', destination: EXTERNAL },
          { source: '/words', destination: EXTERNAL, permanent: true },
          { source: '/words/*', destination: EXTERNAL, intent: 'draft' },
          { source: '/words/*', intent: 'publish' },
          { source: '/words/*', destination: null },
          { source: '/words', destination: { kind: 'site-space', siteSpaceId: 'nowhere' } },
        ],
      },
    ],
    [`PATCH ${SITE}/redirects/{siteRedirectId}`]: [
      { destination: { kind: 'site-space', siteSpaceId: later('siteSpaceId') } },
      { destination: { kind: 'site-section', siteSectionId: later('siteSectionId') } },
    ],
    [`PATCH ${ORG}/openapi/{specSlug}`]: [{ visibility: 'public' }],
    ...Object.fromEntries(
      TARGETS.flatMap((target) => [
        [`POST ${target}/permissions`, [INVITED]],
        [`PATCH ${target}/permissions/users/{userId}`, [{ role: 'edit' }]],
        [`PATCH ${target}/permissions/teams/{teamId}`, [{ role: 'edit' }]],
      ]),
    ),
    [`PUT ${ORG}/teams`]: [{ title: 'Words', members: ['userInes000000000001'] }],
    [`PATCH ${ORG}/teams/{teamId}`]: [{ title: 'Words' }],
    [`PATCH ${ORG}/members/{userId}`]: [{ role: 'comment' }],
    [`POST ${ORG}/invites`]: [
      { emails: ['words@example.com', { email: 'more@example.com', role: null }], sso: true },
    ],
    [`POST ${ORG}/link-invites`]: [
      { role: 'read' },
      { level: 'edit', space: DEV_GUIDE },
      { level: null, collection: 'collProductDocs00001' },
    ],
  },
  queries: { [`GET ${SITE}/redirect`]: '&source=/words' },
  values: async (send) => {
    const site = await demoSite(send);
    await send('POST', `${site}/redirects`, { source: '/words', destination: EXTERNAL });
    return {};
  },
  prepare: async (route, send) => {
    if (/\/permissions\//.test(route)) return await give(route, send);
    return CHANGES_PARTS.test(route) ? await siteWithAll(send) : undefined;
  },
};

/** Routes that change a part of a site that the legacy service does not have. */
const CHANGES_PARTS = /^(POST|PUT|PATCH) .*\/(structure\/sort|external-links|redirects)/;

/** Creates a site with the parts of the legacy service, a link and a redirect. */
async function siteWithAll(send: Send): Promise<Values> {
  const site = await newSite(send, { spaces: [DEV_GUIDE] });
  const add = async (path: string, body: object): Promise<string> =>
    (await send('POST', `${site}/${path}`, body)).json.id;
  made = {
    siteId: site.slice(site.lastIndexOf('/') + 1),
    siteSectionId: await add('sections', { spaceId: await newSpace(send, 'Other') }),
    siteSectionGroupId: await add('section-groups', { title: 'Guides' }),
    siteExternalLinkId: await add('external-links', { title: 'Link', url: EXTERNAL.url }),
    siteRedirectId: await add('redirects', { source: '/old', destination: EXTERNAL }),
    siteSpaceId: await idOf(send, `${site}/site-spaces`, 'Developer Guide'),
  };
  return made;
}

/** Grants the user and the team in the path a role on the object of a route. */
async function give(route: string, send: Send): Promise<Values> {
  const site = await demoSite(send);
  const target = TARGETS.find((path) => route.includes(`${path}/`)) ?? '';
  const path = target
    .replace('/v1', '')
    .replace('{spaceId}', DEV_GUIDE)
    .replace('{collectionId}', 'collProductDocs00001')
    .replace(`${ORG.slice('/v1'.length)}/sites/{siteId}`, site);
  const roles = { users: ['userJoris00000000001'], teams: ['teamDocumentation001'], role: 'edit' };
  await send('POST', `${path}/permissions`, roles);
  return { siteId: site.slice(site.lastIndexOf('/') + 1) };
}

/** Known violations of the description, by route. */
export const CURRENT_SITE_DIFFERENCES: Record<string, { reason: string; violations: string[] }> =
  {};
