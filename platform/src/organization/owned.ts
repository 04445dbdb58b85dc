import { notFound } from '../errors.ts';
import { keysetPage, type List, type PagedCall } from '../http/pagination.ts';
import type { Database, Value } from '../store/database.ts';
import { insertRow, updateRow } from '../store/rows.ts';
import type {
  CustomFieldRow,
  InviteRow,
  SamlProviderRow,
  TeamRow,
  TranslationSettingsRow,
} from './schema.ts';

/** A table whose rows belong to organizations: nothing is found from within another one. */
class OwnedTable<R extends Record<string, Value>> {
  readonly #table: string;
  /** What callers know a row as. */
  readonly #thing: string;
  /** The column by which paths name a row. */
  readonly #key: 'id' | 'name';

  constructor(table: string, thing: string, key: 'id' | 'name' = 'id') {
    this.#table = table;
    this.#thing = thing;
    this.#key = key;
  }

  find(db: Database, organization: string, key: string): R | undefined {
    const sql = `SELECT * FROM ${this.#table} WHERE organization = ? AND ${this.#key} = ?`;
    return db.get<R>(sql, organization, key);
  }

  /** The row; 404 when the organization has none. */
  get(db: Database, organization: string, key: string): R {
    const row = this.find(db, organization, key);
    if (!row) throw notFound(this.#thing);
    return row;
  }

  /** All rows of an organization, the oldest first. */
  all(db: Database, organization: string): R[] {
    const sql = `SELECT * FROM ${this.#table} WHERE organization = ? ORDER BY created_at, id`;
    return db.all<R>(sql, organization);
  }

  /** One page of the rows of an organization, the oldest first. */
  page<T>(call: PagedCall, organization: string, toItem: (row: R) => T): List<T> {
    const from = `FROM ${this.#table} WHERE organization = ?`;
    const values = [organization];
    return keysetPage<R, T>(
      call,
      {
        select: `SELECT * ${from}`,
        values,
        keys: ['created_at', 'id'],
        count: { select: `SELECT COUNT(*) AS total ${from}`, values },
      },
      toItem,
    );
  }

  insert(db: Database, row: R): void {
    insertRow(db, this.#table, row);
  }

  /** Sets columns of the row with this id; what is undefined stays as it is. */
  update(db: Database, id: string, columns: { [Name in keyof R]?: R[Name] | undefined }): void {
    updateRow(db, this.#table, id, columns);
  }

  /** Takes the row away; does nothing when there is none. */
  delete(db: Database, organization: string, key: string): void {
    db.run(
      `DELETE FROM ${this.#table} WHERE organization = ? AND ${this.#key} = ?`,
      organization,
      key,
    );
  }
}

export const invites = new OwnedTable<InviteRow>('invite', 'Invite');
export const teams = new OwnedTable<TeamRow>('team', 'Team');
export const samlProviders = new OwnedTable<SamlProviderRow>('saml_provider', 'SAML provider');
export const translationSettings = new OwnedTable<TranslationSettingsRow>(
  'translation_settings',
  'Translation settings',
);
export const customFields = new OwnedTable<CustomFieldRow>('custom_field', 'Custom field', 'name');
