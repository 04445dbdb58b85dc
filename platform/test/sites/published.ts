import { DEV_GUIDE, HANDBOOK, ROADMAP, type Send } from '../support.ts';
import { demoSite, idOf, newSite, newSpace, read } from './support.ts';

type Values = Record<string, string>;

/** The site that was created last. */
let made: Values = {};

const later = (name: string) => ({ toJSON: () => made[name] });

const SITE = '/v1/orgs/{organizationId}/sites/{siteId}';
const CHANGED = { path: 'words', condition: 'visitor.claims.beta' };
const BARE = { condition: null };

/** Bodies to send to the routes of sites. */
export const SITE_BODIES: Record<string, object[]> = {
  'POST /v1/orgs/{organizationId}/sites': [
    {},
    { title: 'Words', type: 'premium', visibility: 'unlisted', spaces: [HANDBOOK, DEV_GUIDE] },
  ],
  [`PATCH ${SITE}`]: [
    { basename: 'words', adaptiveContent: { enabled: true }, visibility: 'share-link' },
    { proxy: 'example.com/docs' },
    { title: 'Words', defaultSiteSection: later('siteSectionId') },
  ],
  [`PUT ${SITE}/adaptive-schema`]: [
    {
      jsonSchema: {
        type: 'object',
        properties: {
          beta: { type: 'boolean', description: 'Whether to show what is new' },
          teams: {
            type: 'array',
            description: 'Teams',
            items: { type: 'string', enum: ['red', 'blue'], description: 'Its name' },
          },
        },
        additionalProperties: false,
      },
    },
  ],
  [`POST ${SITE}/sections`]: [{ spaceId: ROADMAP, title: 'Words' }],
  [`PATCH ${SITE}/sections/{siteSectionId}`]: [
    { ...CHANGED, title: 'Words', description: 'About words', icon: 'book' },
    { ...BARE, description: null, icon: null },
  ],
  [`POST ${SITE}/section-groups`]: [
    { title: 'Words' },
    { title: 'More', icon: 'book', sections: [later('siteSectionId')] },
  ],
  [`PATCH ${SITE}/section-groups/{siteSectionGroupId}`]: [{ title: 'Words', icon: null }],
  [`POST ${SITE}/section-groups/{siteSectionGroupId}/sections`]: [
    { sectionId: later('siteSectionId') },
  ],
  [`POST ${SITE}/section-groups/{siteSectionGroupId}/move`]: [
    { position: { before: { type: 'site-section', id: later('siteSectionId') } } },
  ],
  [`POST ${SITE}/site-spaces`]: [{ spaceId: ROADMAP }],
  [`PATCH ${SITE}/site-spaces/{siteSpaceId}`]: [CHANGED, BARE],
  [`POST ${SITE}/share-links`]: [{ name: 'Words' }],
  [`PATCH ${SITE}/share-links/{shareLinkId}`]: [{ active: false }, { active: true, name: '' }],
};

/** Known violations of the descriptions, by `version route`. */
export const SITE_DIFFERENCES: Record<string, { reason: string; violations: string[] }> = {
  [`0.91.0 PATCH ${SITE}`]: {
    reason: '0.91.0 has a proxy as a text, where the contract has an object',
    violations: ['/proxy must be string'],
  },
};

/** Parameters of the routes that read sites: the demonstration site has parts of every kind. */
export async function siteValues(send: Send): Promise<Values> {
  const site = await demoSite(send);
  const [link] = (await read(send, `${site}/share-links`)).items;
  const url = link?.urls.published ?? '';
  return { siteId: last(site), shareKey: last(url) };
}

/** Creates a site to change: a section with one space, then a group with a section of two. */
export async function siteToChange(send: Send): Promise<Values> {
  const site = await newSite(send, { spaces: [DEV_GUIDE, HANDBOOK] });
  const add = async (path: string, body: object): Promise<string> =>
    (await send('POST', `${site}/${path}`, body)).json.id;
  const siteSectionId = await add('sections', { spaceId: await newSpace(send, 'Other') });
  const grouped = await idOf(send, `${site}/sections`, 'Developer Guide');
  made = {
    siteId: last(site),
    siteSectionId,
    siteSectionGroupId: await add('section-groups', { title: 'Guides', sections: [grouped] }),
    siteSpaceId: await idOf(send, `${site}/site-spaces`, 'Developer Guide'),
    shareLinkId: await add('share-links', { name: 'Friends' }),
  };
  return made;
}

function last(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
