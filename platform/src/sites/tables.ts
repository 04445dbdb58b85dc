import { notFound } from '../errors.ts';
import type { Database, Value } from '../store/database.ts';
import { insertRow, updateRow } from '../store/rows.ts';
import type {
  ExternalLinkRow,
  RedirectRow,
  SectionGroupRow,
  SectionRow,
  ShareLinkRow,
  SiteRow,
  SiteSpaceRow,
} from './schema.ts';

/** A table whose rows belong to a site: nothing is found from within another one. */
class SiteTable<R extends Record<string, Value>> {
  readonly #table: string;
  /** What callers know a row as. */
  readonly #thing: string;
  readonly #order: string;

  constructor(table: string, thing: string, order = 'position') {
    this.#table = table;
    this.#thing = thing;
    this.#order = order;
  }

  find(db: Database, site: string, id: string): R | undefined {
    return db.get<R>(`SELECT * FROM ${this.#table} WHERE site = ? AND id = ?`, site, id);
  }

  /** The row; 404 when the site has none. */
  get(db: Database, site: string, id: string): R {
    const row = this.find(db, site, id);
    if (!row) throw notFound(this.#thing);
    return row;
  }

  /** All rows of a site in their order. */
  all(db: Database, site: string): R[] {
    return db.all<R>(`SELECT * FROM ${this.#table} WHERE site = ? ORDER BY ${this.#order}`, site);
  }

  insert(db: Database, row: R): R {
    insertRow(db, this.#table, row);
    return row;
  }

  /** Sets columns of the row with this id; what is undefined stays as it is. */
  update(db: Database, id: string, columns: { [Name in keyof R]?: R[Name] | undefined }): void {
    updateRow(db, this.#table, id, columns);
  }

  /** Takes the row away; tells whether the site had it. */
  remove(db: Database, site: string, id: string): boolean {
    return db.run(`DELETE FROM ${this.#table} WHERE site = ? AND id = ?`, site, id) > 0;
  }

  /** Takes the row away; 404 when the site has none. */
  delete(db: Database, site: string, id: string): void {
    if (!this.remove(db, site, id)) throw notFound(this.#thing);
  }
}

export const sectionGroups = new SiteTable<SectionGroupRow>('site_section_group', 'Section group');
export const sections = new SiteTable<SectionRow>('site_section', 'Section');
export const siteSpaces = new SiteTable<SiteSpaceRow>('site_space', 'Site space');
export const externalLinks = new SiteTable<ExternalLinkRow>('site_external_link', 'External link');
export const redirects = new SiteTable<RedirectRow>('site_redirect', 'Redirect', 'created_at, id');
export const shareLinks = new SiteTable<ShareLinkRow>('share_link', 'Share link', 'created_at, id');

/** The site; 404 when the organization has none with this id. */
export function findSite(db: Database, organization: string, id: string): SiteRow {
  const sql = 'SELECT * FROM site WHERE organization = ? AND id = ?';
  const row = db.get<SiteRow>(sql, organization, id);
  if (!row) throw notFound('Site');
  return row;
}

type Defaultable = { id: string; is_default: number };

/** Makes one of the siblings their default. */
export function makeDefault<R extends Defaultable & Record<string, Value>>(
  db: Database,
  table: SiteTable<R>,
  siblings: readonly R[],
  id: string,
): void {
  type Columns = { [Name in keyof R]?: R[Name] | undefined };
  for (const sibling of siblings) {
    if (sibling.is_default === 1) table.update(db, sibling.id, { is_default: 0 } as Columns);
  }
  table.update(db, id, { is_default: 1 } as Columns);
}
