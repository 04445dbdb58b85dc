import type { Context } from '../auth/context.ts';
import { allows, type Role } from '../auth/roles.ts';
import type { SpecRow, SpecVersionRow } from '../openapi/schema.ts';
import { withoutCredentials, withoutSecrets } from '../runtime/outbound.ts';
import { app, location, present } from './context.ts';

export function specObject(context: Context, row: SpecRow, role: Role | null) {
  return {
    object: 'openapi-spec' as const,
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    slug: row.slug,
    processingState: row.processing_state,
    visibility: row.visibility,
    lastProcessedErrorCount: row.error_message === null ? 0 : 1,
    ...present({
      sourceURL: row.source_url && shownTo(role, row.source_url),
      lastVersion: row.last_version,
      lastProcessedAt: row.processed_at,
      lastProcessErrorCode: row.error_code,
      lastProcessedErrors: row.error_message === null ? null : [{ message: row.error_message }],
    }),
    permissions: { view: true, edit: allows(role, 'create') },
    urls: {
      location: location(context, `/orgs/${row.organization}/openapi/${row.slug}`),
      app: app(context, `/o/${row.organization}/openapi/${row.slug}`),
      ...present({ published: publishedUrl(context, row) }),
    },
  };
}

/** Tokens may stand in the query, which only those see who can replace the source. */
function shownTo(role: Role | null, url: string): string {
  return allows(role, 'create') ? withoutCredentials(url) : withoutSecrets(url);
}

/** The public address of the latest version; null if it is private, or has no version. */
function publishedUrl(context: Context, { visibility, last_version }: SpecRow): string | null {
  if (visibility === 'private' || last_version === null) return null;
  const sql = 'SELECT * FROM openapi_version WHERE id = ?';
  const version = context.db.get<SpecVersionRow>(sql, last_version);
  return version ? specDocumentUrl(context, version) : null;
}

export function specVersionObject(context: Context, spec: SpecRow, row: SpecVersionRow) {
  const path = `/orgs/${spec.organization}/openapi/${spec.slug}/versions/${row.id}`;
  return {
    object: 'openapi-spec-version' as const,
    id: row.id,
    createdAt: row.created_at,
    url: specDocumentUrl(context, row),
    urls: { location: location(context, path) },
  };
}

/** The address of the document itself, for everybody who knows the version's id. */
export function specDocumentUrl({ origin }: Pick<Context, 'origin'>, row: SpecVersionRow): string {
  return `${origin}/openapi/${row.id}/${encodeURIComponent(row.file_name)}`;
}
