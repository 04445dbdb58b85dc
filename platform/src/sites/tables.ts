import { notFound } from '../errors.ts';
import type { Database, SqlValue } from '../store/database.ts';
import { OwnedTable } from '../store/table.ts';
import type {
  ExternalLinkRow,
  RedirectRow,
  SectionGroupRow,
  SectionRow,
  ShareLinkRow,
  SiteRow,
  SiteSpaceRow,
} from './schema.ts';

const placed = { owner: 'site', order: 'position' } as const;
const dated = { owner: 'site', order: 'created_at, id' } as const;

export const sectionGroups = new OwnedTable<SectionGroupRow>({
  name: 'site_section_group',
  noun: 'Section group',
  ...placed,
});
export const sections = new OwnedTable<SectionRow>({
  name: 'site_section',
  noun: 'Section',
  ...placed,
});
export const siteSpaces = new OwnedTable<SiteSpaceRow>({
  name: 'site_space',
  noun: 'Site space',
  ...placed,
});
export const externalLinks = new OwnedTable<ExternalLinkRow>({
  name: 'site_external_link',
  noun: 'External link',
  ...placed,
});
export const redirects = new OwnedTable<RedirectRow>({
  name: 'site_redirect',
  noun: 'Redirect',
  ...dated,
});
export const shareLinks = new OwnedTable<ShareLinkRow>({
  name: 'share_link',
  noun: 'Share link',
  ...dated,
});

/** The site; 404 when the organization has none with this id. */
export function findSite(db: Database, organization: string, id: string): SiteRow {
  const sql = 'SELECT * FROM site WHERE organization = ? AND id = ?';
  const row = db.get<SiteRow>(sql, organization, id);
  if (!row) throw notFound('Site');
  return row;
}

type Defaultable = { id: string; is_default: number };

/** Makes one of the siblings their default. */
export function makeDefault<R extends Defaultable & Record<string, SqlValue>>(
  db: Database,
  table: OwnedTable<R>,
  siblings: readonly R[],
  id: string,
): void {
  type Columns = { [Name in keyof R]?: R[Name] };
  for (const sibling of siblings) {
    if (sibling.is_default === 1) table.update(db, sibling.id, { is_default: 0 } as Columns);
  }
  table.update(db, id, { is_default: 1 } as Columns);
}
