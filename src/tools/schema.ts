import { z } from 'zod';

/** A JSON Schema node in the subset that every host accepts. */
export interface JsonSchema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  [keyword: string]: unknown;
}

/** The root that hosts demand of every tool schema. */
export interface ObjectSchema extends JsonSchema {
  type: 'object';
  properties: Record<string, JsonSchema>;
}

/** Words that some hosts refuse and no host needs: our own parser is the one that enforces. */
const REFUSED_KEYWORDS = ['$schema', 'additionalProperties', 'propertyNames', 'format'];

/** JSON Schema of a tool's arguments, as a host and a model see it. */
export function inputSchema(input: z.ZodObject): ObjectSchema {
  return hostSchema(input, 'input');
}

/** JSON Schema of a tool's result; loose, so that unknown fields never fail. */
export function outputSchema(output: z.ZodObject): ObjectSchema {
  return hostSchema(output, 'output');
}

function hostSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { properties = {}, ...rest } = simplify(z.toJSONSchema(schema, { io }) as JsonSchema);
  return { ...rest, type: 'object', properties };
}

function simplify(node: JsonSchema): JsonSchema {
  const { anyOf, properties, items, const: only, ...rest } = node;
  for (const keyword of REFUSED_KEYWORDS) delete rest[keyword];
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum;
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum;
  return {
    ...rest,
    ...(properties && { properties: mapValues(properties, simplify) }),
    ...(items && { items: simplify(items) }),
    ...(only !== undefined && { enum: [only] }),
    ...(Array.isArray(anyOf) && nullable(anyOf as JsonSchema[])),
  };
}

/** `anyOf: [T, null]` is a type with two names, which hosts that refuse unions still take. */
function nullable(alternatives: JsonSchema[]): JsonSchema {
  const value = alternatives.find((alternative) => alternative.type !== 'null');
  if (!value || alternatives.length !== 2 || typeof value.type !== 'string') {
    return { anyOf: alternatives.map(simplify) };
  }
  const schema = simplify(value);
  return {
    ...schema,
    type: [value.type, 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
