import { keysetPage, type List, type PagedCall } from '../http/pagination.ts';
import type { SqlValue } from '../store/database.ts';
import { OwnedTable } from '../store/table.ts';
import type {
  CustomFieldRow,
  InviteRow,
  SamlProviderRow,
  TeamRow,
  TranslationSettingsRow,
} from './schema.ts';

const parts = { owner: 'organization', order: 'created_at, id' } as const;

export const invites = new OwnedTable<InviteRow>({ name: 'invite', noun: 'Invite', ...parts });
export const teams = new OwnedTable<TeamRow>({ name: 'team', noun: 'Team', ...parts });
export const samlProviders = new OwnedTable<SamlProviderRow>({
  name: 'saml_provider',
  noun: 'SAML provider',
  ...parts,
});
export const translationSettings = new OwnedTable<TranslationSettingsRow>({
  name: 'translation_settings',
  noun: 'Translation settings',
  ...parts,
});
export const customFields = new OwnedTable<CustomFieldRow>({
  name: 'custom_field',
  noun: 'Custom field',
  key: 'name',
  ...parts,
});

/** One page of the rows of an organization, the oldest first. */
export function ownedPage<R extends Record<string, SqlValue>, T>(
  call: PagedCall,
  { name }: OwnedTable<R>,
  organization: string,
  toItem: (row: R) => T,
): List<T> {
  const from = `FROM ${name} WHERE organization = ?`;
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
