import type { JsonSchema } from '../../src/tools/surface/schema.ts';

/** Undeclared fields, which an open object may have. */
const FURTHER = { someField: 'kept', deep: { list: [1, { two: true }] } };

/** A value that a schema allows, with all declared fields, and additional ones wherever allowed. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.anyOf) return sampleOf(schema.anyOf[0] as JsonSchema);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return [sampleOf(schema.items ?? { type: 'string' })];
    case 'number':
    case 'integer':
      return Number(schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'text';
  }
}

/** The same with `null` wherever it is allowed. */
export function nullsOf(schema: JsonSchema): unknown {
  if (schema.anyOf?.some(({ type }) => type === 'null')) return null;
  if (schema.type === 'array') return [nullsOf(schema.items ?? { type: 'string' })];
  return schema.type === 'object' ? objectOf(schema, nullsOf) : sampleOf(schema);
}

function objectOf(
  { properties = {}, additionalProperties }: JsonSchema,
  memberOf: (schema: JsonSchema) => unknown = sampleOf,
): Record<string, unknown> {
  const named = Object.entries(properties).map(([name, schema]) => [name, memberOf(schema)]);
  return { ...Object.fromEntries(named), ...(additionalProperties === true && FURTHER) };
}

/** Every subschema of a schema, with its path. */
export function* nodes(schema: JsonSchema, place = '$'): Generator<[string, JsonSchema]> {
  yield [place, schema];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield* nodes(property, `${place}.${name}`);
  }
  if (schema.items) yield* nodes(schema.items, `${place}[]`);
  for (const alternative of schema.anyOf ?? []) yield* nodes(alternative, place);
}
