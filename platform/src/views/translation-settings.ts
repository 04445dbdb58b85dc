import type { Context } from '../auth/caller.ts';
import { allows, type Role } from '../auth/roles.ts';
import type { TranslationSettingsRow } from '../organization/schema.ts';
import { location } from './context.ts';

/** `role` is the caller's in the organization. */
export function translationSettingsObject(
  context: Context,
  row: TranslationSettingsRow,
  role: Role | null,
) {
  return {
    object: 'translation-settings' as const,
    id: row.id,
    title: row.title,
    languages: JSON.parse(row.languages) as string[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    permissions: { edit: allows(role, 'admin') },
    urls: { location: location(context, `/orgs/${row.organization}/translations/${row.id}`) },
  };
}
