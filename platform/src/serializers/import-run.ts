import type { Context } from '../auth/context.ts';
import type { ImportRunRow } from '../import/schema.ts';
import { location, present } from './context.ts';

export function importRunObject(context: Context, row: ImportRunRow) {
  return {
    object: 'import-run' as const,
    id: row.id,
    status: row.status,
    ...present({
      reason: row.reason,
      startedAt: row.started_at,
      completedAt: row.completed_at,
      site: row.site,
      pages: row.pages && (JSON.parse(row.pages) as object[]),
    }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    source: JSON.parse(row.source) as object,
    target: {
      space: row.space,
      ...present({ changeRequest: row.change_request, page: row.page }),
    },
    createdBy: row.created_by,
    urls: { location: location(context, `/org/${row.organization}/imports/${row.id}`) },
  };
}
