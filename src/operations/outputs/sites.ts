import { z } from 'zod';
import { flag, listOf, numeric, object, texts } from './common.ts';
import { Space } from './organizations.ts';

export const Site = z.looseObject({
  ...texts('id', 'title', 'type', 'visibility', 'hostname', 'basename', 'createdAt'),
  published: flag,
  siteSpaces: numeric,
  adaptiveContent: object,
});
export const Sites = listOf(Site);

export const AdaptiveSchema = z.looseObject({ jsonSchema: object, ...texts('updatedAt') });

export const SiteSpace = z.looseObject({
  ...texts('id', 'title', 'path', 'section', 'condition'),
  default: flag,
  space: Space.optional(),
});
export const SiteSpaces = listOf(SiteSpace);

export const SiteSection = z.looseObject({
  ...texts('id', 'title', 'description', 'path', 'condition', 'icon', 'sectionGroup'),
  default: flag,
  siteSpaces: z.array(z.looseObject(texts('id', 'title', 'path'))).optional(),
});
export const SiteSections = listOf(SiteSection);

export const SiteSectionGroup = z.looseObject({
  ...texts('id', 'title', 'icon'),
  sections: z.array(z.looseObject(texts('id', 'title', 'path'))).optional(),
});
export const SiteSectionGroups = listOf(SiteSectionGroup);

export const ShareLink = z.looseObject({ ...texts('id', 'name', 'createdAt'), active: flag });
export const ShareLinks = listOf(ShareLink);

export const PublishedSite = z.looseObject({
  site: Site.optional(),
  structure: object,
  customizations: object,
});
