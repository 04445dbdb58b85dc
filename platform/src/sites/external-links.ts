import type { Actor } from '../content/draft.ts';
import { badRequest } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { lastPosition } from '../store/order.ts';
import { checkGroup, itemsIn, requireRoom } from './navigation.ts';
import type { ExternalLinkRow } from './schema.ts';
import { externalLinks, sections } from './tables.ts';

/** The fields of a link; undefined keeps a value, and null removes it. */
export interface LinkFields {
  title?: string;
  url?: string;
  description?: string | null;
  icon?: string | null;
  condition?: string | null;
  draft?: boolean;
  localizedTitle?: object | null;
  localizedDescription?: object | null;
}

/** Adds a link at the end of a group or, with null, of the site itself. 400 on a site without sections, 422 on a full one. */
export function addExternalLink(
  db: Database,
  { newId }: Pick<Actor, 'newId'>,
  site: string,
  group: string | null,
  fields: LinkFields & { title: string; url: string },
): ExternalLinkRow {
  checkGroup(db, site, 'parent', group);
  if (sections.all(db, site).length === 0) {
    throw badRequest('External links stand beside sections, and the site has none; add one first');
  }
  requireRoom(db, site);
  return externalLinks.insert(db, {
    id: newId(),
    site,
    section_group: group,
    position: lastPosition(itemsIn(db, site, group)),
    localized_title: null,
    description: null,
    localized_description: null,
    icon: null,
    draft: 0,
    condition: null,
    ...columnsOf(fields),
    title: fields.title,
    url: fields.url,
  });
}

/** Changes a link; with a group other than its own, or with null, it goes to the end there. 400 */
export function updateExternalLink(
  db: Database,
  link: ExternalLinkRow,
  group: string | null | undefined,
  fields: LinkFields,
): void {
  externalLinks.update(db, link.id, columnsOf(fields));
  if (group === undefined || group === link.section_group) return;
  checkGroup(db, link.site, 'parent', group);
  const position = lastPosition(itemsIn(db, link.site, group));
  externalLinks.update(db, link.id, { section_group: group, position });
}

/** The columns of the fields that are given. */
function columnsOf(fields: LinkFields): Partial<ExternalLinkRow> {
  const { draft, localizedTitle, localizedDescription, ...columns } = fields;
  const all = {
    ...columns,
    draft: draft === undefined ? undefined : Number(draft),
    localized_title: textOf(localizedTitle),
    localized_description: textOf(localizedDescription),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function textOf(value: object | null | undefined): string | null | undefined {
  return value && JSON.stringify(value);
}
