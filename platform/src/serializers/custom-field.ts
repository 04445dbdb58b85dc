import type { Context } from '../auth/context.ts';
import type { CustomFieldRow } from '../organization/schema.ts';
import { location } from './context.ts';

export function customFieldObject(context: Context, row: CustomFieldRow) {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    description: row.description,
    type: row.type,
    placeholder: row.placeholder,
    ...(row.options !== null && { options: JSON.parse(row.options) as string[] }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location: location(context, `/orgs/${row.organization}/custom-fields/${row.name}`) },
  };
}
