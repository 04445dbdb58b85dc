import { readableSpaces } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import { allows, type Role } from '../auth/roles.ts';
import type { TranslationSettingsRow } from '../organization/schema.ts';
import { location } from './context.ts';

/** Source language of spaces without one. */
const SOURCE_LANGUAGE = 'en';

/** This platform does not translate. */
const NEVER_RUN = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
};

/**
 * Translation settings as in the contract, plus the fields that published types require of a translation: status,
 * source, language and instructions. `role` is the caller's in the organization.
 */
export function translationSettingsObject(
  context: Context,
  row: TranslationSettingsRow,
  role: Role | null,
) {
  const languages = JSON.parse(row.languages) as string[];
  const [space] = readableSpaces(context, row.organization);
  return {
    object: 'translation-settings' as const,
    id: row.id,
    title: row.title,
    languages,
    status: 'pending' as const,
    source: { space: space?.row.id ?? '', language: space?.row.language ?? SOURCE_LANGUAGE },
    language: languages[0] ?? SOURCE_LANGUAGE,
    instructions: { object: 'document' as const, data: {}, nodes: [] },
    stats: NEVER_RUN,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    permissions: { view: true, edit: allows(role, 'admin') },
    urls: { location: location(context, `/orgs/${row.organization}/translations/${row.id}`) },
  };
}
