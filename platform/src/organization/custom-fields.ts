import { z } from 'zod';
import { counted } from '../counted.ts';
import { badRequest } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { customFields } from './owned.ts';
import type { CustomFieldRow } from './schema.ts';

const text = z.string().max(256);

/** The custom fields that have a value on a space, the oldest first, with that value. */
export function valuesOf(db: Database, space: string): { field: CustomFieldRow; value: unknown }[] {
  return db
    .all<CustomFieldRow & { value: string }>(
      `SELECT custom_field.*, custom_field_value.value FROM custom_field_value
         JOIN custom_field ON custom_field.id = custom_field_value.field
       WHERE custom_field_value.space = ? ORDER BY custom_field.created_at, custom_field.id`,
      space,
    )
    .map(({ value, ...field }) => ({ field, value: JSON.parse(value) as unknown }));
}

/** Sets values by the names of their fields; 400 for an unknown field or an unfitting value. */
export function setValues(
  db: Database,
  space: { id: string; organization: string },
  values: ReadonlyMap<string, unknown>,
): void {
  for (const [name, value] of values) {
    const field = customFields.find(db, space.organization, name);
    if (!field) throw badRequest(`body.values.${name}: the organization has no such custom field`);
    const { schema, meaning } = shapeOf(field);
    if (!schema.safeParse(value).success) {
      throw badRequest(`body.values.${name}.value: must be ${meaning}`);
    }
    db.run(
      `INSERT INTO custom_field_value (space, field, value) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value`,
      space.id,
      field.id,
      JSON.stringify(value),
    );
  }
}

/** The form of a field's values. */
function shapeOf({ type, options }: CustomFieldRow): { schema: z.ZodType; meaning: string } {
  const choices = JSON.parse(options ?? '[]') as string[];
  switch (type) {
    case 'text':
      return { schema: text, meaning: 'a text of at most 256 characters' };
    case 'number':
      return { schema: z.number(), meaning: 'a number' };
    case 'boolean':
      return { schema: z.boolean(), meaning: 'true or false' };
    case 'tags':
      return {
        schema: counted(100, z.array(text)),
        meaning: 'a list of at most 100 texts of at most 256 characters',
      };
    case 'select:single':
      return { schema: z.enum(choices), meaning: `one of: ${choices.join(', ')}` };
    case 'select:multi':
      return {
        schema: counted(100, z.array(z.enum(choices))),
        meaning: `a list of: ${choices.join(', ')}`,
      };
  }
}
