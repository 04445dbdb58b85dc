import { UNCHANGED } from './repair.ts';
import type { JsonSchema, ObjectSchema } from './schema.ts';

/** Words that strict modes take; the limits are enforced here in any case. */
const KEPT = ['type', 'description', 'enum'];

/** Stands for an object whose fields cannot be listed; it is read as the object that it spells. */
const AS_TEXT = 'a JSON object, as text';

/**
 * The input of a tool in the form of strict modes, as OpenAI's models ask for it to be bound by a schema: closed, and
 * with every property required. A tool that is called by it does the same as by its own schema:
 * - what may be left out may be `null`, which is taken for "not given";
 * - where `null` has a meaning of its own, a word says that nothing is given;
 * - an object with fields of its own is given as JSON text.
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
