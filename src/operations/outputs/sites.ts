import { z } from 'zod';
import { dataOf } from '../data-kinds.ts';
import { always, flag, listOf, numeric, object, objects, texts } from './common.ts';
import { Space } from './organizations.ts';

export const Site = always(
  z.looseObject({
    ...texts('id', 'title', 'type', 'visibility', 'hostname', 'basename', 'createdAt'),
    published: flag,
    siteSpaces: numeric,
    adaptiveContent: object,
  }),
  'id',
  'title',
);
export const Sites = listOf(Site);

/** Why nobody can read a part of a site. */
const because = z
  .enum([
    'it is a draft',
    'the site is not published',
    'the site is not published; publish_site does that',
    'only holders of a share link read the site, and none is active',
  ])
  .optional();

/** Who can read an addition to a site, and where; or why nobody can. */
const readers = z
  .looseObject({
    live: flag,
    who: z
      .enum([
        'everybody',
        'everybody who has the address',
        'visitors who sign in',
        'holders of a share link',
        'those whom the site admits',
      ])
      .optional(),
    because,
    at: dataOf('address', z.string().optional()),
    /** The name of the share link in the address, if the site has others. */
    link: z.string().optional(),
  })
  .optional();

export const AdaptiveSchema = z.looseObject({ jsonSchema: object, ...texts('updatedAt') });

export const SiteSpace = always(
  z.looseObject({
    ...texts('id', 'title', 'path', 'section', 'condition'),
    default: flag,
    space: Space.optional(),
  }),
  'id',
  'title',
  'path',
  'space',
);
export const AddedSiteSpace = SiteSpace.extend({ readers });
export type SiteReaders = NonNullable<z.output<typeof readers>>;
export const SiteSpaces = listOf(SiteSpace);

export const SiteSection = always(
  z.looseObject({
    ...texts('id', 'title', 'description', 'path', 'condition', 'icon', 'sectionGroup'),
    default: flag,
    siteSpaces: z.array(z.looseObject(texts('id', 'title', 'path'))).optional(),
  }),
  'id',
  'title',
  'path',
);
export const AddedSiteSection = SiteSection.extend({ readers });
export const SiteSections = listOf(SiteSection);

export const SiteSectionGroup = z.looseObject({
  ...texts('id', 'title', 'icon'),
  sections: z.array(z.looseObject(texts('id', 'title', 'path'))).optional(),
});
export const SiteSectionGroups = listOf(SiteSectionGroup);

export const ShareLink = z.looseObject({ ...texts('id', 'name', 'createdAt'), active: flag });
export const ShareLinks = listOf(ShareLink);

/**
 * What the holders of a new share link can read: the number of sections or spaces, and those of them that depend on a
 * condition.
 */
export const AddedShareLink = ShareLink.extend({
  opens: z
    .looseObject({
      live: flag,
      because,
      note: z.enum(['no effect: the site needs no share link']).optional(),
      sections: numeric,
      spaces: numeric,
      conditional: z.array(z.string()).optional(),
    })
    .optional(),
});

export const PublishedSite = z.looseObject({
  site: Site.optional(),
  structure: object,
  customizations: object,
});

export const RedirectTarget = z.looseObject({
  ...texts('target'),
  redirect: object,
});

export const PublishedOrCheckout = z.looseObject({
  ...texts('id', 'title', 'type', 'createdAt', 'visibility', 'appliedType', 'hostname', 'basename'),
  published: flag,
});

export const SiteSearchHit = z.looseObject({
  ...texts('id', 'title', 'type', 'description', 'url'),
  score: numeric,
  pages: objects,
});

export const RedirectResults = z.looseObject({
  results: objects,
});

export const SiteCustomizationSettings = z.looseObject({
  ...texts('title', 'updatedAt'),
  localizedTitle: object,
  styling: object,
  internationalization: object,
  favicon: object,
  header: object,
  footer: object,
  announcement: object,
  themes: object,
  feedback: object,
  ai: object,
});

export const SiteExternalLink = z.looseObject({
  ...texts('id', 'title', 'description', 'url', 'icon', 'sectionGroup', 'condition'),
  localizedTitle: object,
  localizedDescription: object,
  draft: flag,
});

export const SiteRedirect = z.looseObject({
  ...texts('id', 'source', 'createdAt', 'updatedAt'),
  draft: flag,
  captureWildcard: flag,
  permanent: flag,
  destination: object,
});

export const SiteStructure = z.looseObject({
  ...texts('type'),
  structure: objects,
});

export const SiteStructureItem = z.looseObject({
  ...texts('id', 'title', 'description', 'path', 'url', 'section', 'condition'),
  space: object,
  localizedTitle: object,
  default: flag,
  draft: flag,
});
