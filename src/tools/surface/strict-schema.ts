import { UNCHANGED } from '../arguments/repair.ts';
import type { JsonSchema, ObjectSchema } from './schema.ts';

/** Keywords that strict modes accept; limits are enforced here in any case. */
const KEPT = ['type', 'description', 'enum'];

/** Replaces an object whose fields cannot be listed. Its JSON text is parsed. */
const AS_TEXT = 'a JSON object, as text';

/**
 * The input schema of a tool in the form of strict modes, which OpenAI's models need in order to be bound by a
 * schema: closed, and with every property required. A call in this form does the same as one by the tool's own
 * schema:
 * - an optional property may be `null`, which means "not given";
 * - where `null` has a meaning of its own, a special value means "not given";
 * - an object with arbitrary fields is given as JSON text.
 */
export function strictForm(input: ObjectSchema): ObjectSchema {
  return strict(input) as ObjectSchema;
}

function strict(node: JsonSchema): JsonSchema {
  const { type, properties = {}, required = [], additionalProperties, items, anyOf } = node;
  if (type === 'object' && additionalProperties) return asText(node);
  const kept = Object.fromEntries(Object.entries(node).filter(([word]) => KEPT.includes(word)));
  const members = Object.entries(properties).map(([name, property]) => [
    name,
    required.includes(name) ? strict(property) : optional(property),
  ]);
  return {
    ...kept,
    ...(type === 'object' && {
      properties: Object.fromEntries(members),
      required: Object.keys(properties),
      additionalProperties: false,
    }),
    ...(items && { items: strict(items) }),
    ...(anyOf && { anyOf: anyOf.map(strict) }),
  };
}

function asText({ description }: JsonSchema): JsonSchema {
  return { type: 'string', description: description ? `${description} (${AS_TEXT})` : AS_TEXT };
}

function optional(property: JsonSchema): JsonSchema {
  const { description, anyOf, ...value } = strict(property);
  const alternatives = anyOf ?? [value];
  const isNullable = alternatives.some(({ type }) => type === 'null');
  const nothing: JsonSchema = isNullable ? { type: 'string', enum: [UNCHANGED] } : { type: 'null' };
  return { ...(description && { description }), anyOf: [...alternatives, nothing] };
}
