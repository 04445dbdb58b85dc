import { siteRole, spaceRole } from '../auth/access.ts';
import { allows } from '../auth/roles.ts';
import { customization } from '../sites/customization.ts';
import { itemsIn, type NavigationItem } from '../sites/navigation.ts';
import type { SiteContext } from '../sites/open.ts';
import type {
  ExternalLinkRow,
  SectionGroupRow,
  SectionRow,
  ShareLinkRow,
  SiteSpaceRow,
} from '../sites/schema.ts';
import { sectionsInGroup, sectionsInOrder } from '../sites/sections.ts';
import { siteSpacePath, siteSpacesIn } from '../sites/site-spaces.ts';
import { externalLinks, sectionGroups, sections, siteSpaces } from '../sites/tables.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import { step } from '../workers/computed.ts';
import { older, present } from './context.ts';
import { siteObject } from './site.ts';
import { publishedUrls, siteLocation } from './site-url.ts';
import { spaceObject } from './space.ts';

/** The same part may occur several times in an answer, and others get turns between parts. */
function once<Part extends object>(
  context: SiteContext,
  row: { id: string },
  find: () => Part,
): Part {
  return step(JSON.stringify([row, context.site, context.shareKey]), find);
}

export function siteSpaceObject(context: SiteContext, row: SiteSpaceRow) {
  return once(context, row, () => newSiteSpaceObject(context, row));
}

function newSiteSpaceObject(context: SiteContext, row: SiteSpaceRow) {
  const { db } = context;
  const space = db.get<SpaceRow>('SELECT * FROM space WHERE id = ?', row.space);
  if (!space) throw new Error(`Space ${row.space} is referenced and missing`);
  return {
    object: 'site-space' as const,
    id: row.id,
    path: row.path,
    title: space.title,
    default: row.is_default === 1,
    draft: false,
    ...present({ section: row.section, condition: row.condition }),
    space: spaceObject(context, { row: space, role: spaceRole(context, space) }),
    urls: {
      ...older(context, { location: siteLocation(context, `/site-spaces/${row.id}`) }),
      ...publishedUrls(context, ...siteSpacePath(db, row)),
    },
  };
}

export function sectionObject(context: SiteContext, row: SectionRow) {
  return once(context, row, () => newSectionObject(context, row));
}

function newSectionObject(context: SiteContext, row: SectionRow) {
  return {
    object: 'site-section' as const,
    id: row.id,
    title: row.title,
    path: row.path,
    default: row.is_default === 1,
    draft: false,
    ...present({
      description: row.description,
      condition: row.condition,
      icon: row.icon,
      sectionGroup: row.section_group,
    }),
    siteSpaces: siteSpacesIn(context.db, row.site, row.id).map((siteSpace) =>
      siteSpaceObject(context, siteSpace),
    ),
    urls: {
      ...older(context, { location: siteLocation(context, `/sections/${row.id}`) }),
      ...publishedUrls(context, row.path),
    },
  };
}

export function sectionGroupObject(context: SiteContext, row: SectionGroupRow): object {
  return once(context, row, () => newSectionGroupObject(context, row));
}

function newSectionGroupObject(context: SiteContext, row: SectionGroupRow) {
  return {
    object: 'site-section-group' as const,
    id: row.id,
    title: row.title,
    draft: false,
    ...present({ icon: row.icon, sectionGroup: row.parent }),
    sections: sectionsInGroup(context.db, row.id).map((section) => sectionObject(context, section)),
    children: itemObjects(context, row.id),
  };
}

export function externalLinkObject(row: ExternalLinkRow) {
  return {
    object: 'site-external-link' as const,
    id: row.id,
    title: row.title,
    url: row.url,
    draft: row.draft === 1,
    ...present({
      localizedTitle: row.localized_title && JSON.parse(row.localized_title),
      description: row.description,
      localizedDescription: row.localized_description && JSON.parse(row.localized_description),
      icon: row.icon,
      sectionGroup: row.section_group,
      condition: row.condition,
    }),
  };
}

/** The current state of a part of a site; 404 if the site has no such part. */
export function itemObject(context: SiteContext, { type, id }: NavigationItem): object {
  const { db, site } = context;
  switch (type) {
    case 'site-space':
      return siteSpaceObject(context, siteSpaces.get(db, site.id, id));
    case 'site-section':
      return sectionObject(context, sections.get(db, site.id, id));
    case 'site-section-group':
      return sectionGroupObject(context, sectionGroups.get(db, site.id, id));
    case 'site-external-link':
      return externalLinkObject(externalLinks.get(db, site.id, id));
  }
}

/** The top-level parts of the site, with the contents of its groups. */
export function siteStructureObject(context: SiteContext) {
  const { db, site } = context;
  const items = itemObjects(context, null);
  if (items.length > 0) return { type: 'sections' as const, structure: items };
  const root = siteSpacesIn(db, site.id, null);
  return {
    type: 'siteSpaces' as const,
    structure: root.map((row) => siteSpaceObject(context, row)),
  };
}

/** Draft links are visible only to the makers of the site. */
function itemObjects(context: SiteContext, group: string | null): object[] {
  const { db, site } = context;
  const isMember = allows(siteRole(context, site), 'read');
  return itemsIn(db, site.id, group)
    .filter(({ type, id }) => {
      return (
        isMember || type !== 'site-external-link' || externalLinks.get(db, site.id, id).draft === 0
      );
    })
    .map((item) => itemObject(context, item));
}

export function shareLinkObject(context: SiteContext, row: ShareLinkRow) {
  return {
    object: 'share-link' as const,
    id: row.id,
    createdAt: row.created_at,
    name: row.name,
    active: row.active === 1,
    urls: publishedUrls({ ...context, shareKey: row.share_key }),
  };
}

/**
 * A published site with its whole structure. Conditions are returned, not evaluated: only the program that renders the
 * site knows its visitor.
 */
export function publishedSiteObject(context: SiteContext) {
  const { db, site } = context;
  const all = sectionsInOrder(db, site.id);
  const root = siteSpacesIn(db, site.id, null);
  return {
    object: 'published-content-site' as const,
    site: siteObject(context),
    structure:
      all.length > 0
        ? { type: 'sections' as const, structure: all.map((row) => sectionObject(context, row)) }
        : {
            type: 'siteSpaces' as const,
            structure: root.map((row) => siteSpaceObject(context, row)),
          },
    customizations: { site: customization(site.title), siteSpaces: {} },
    scripts: [],
  };
}
