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

/**
 * How much a schema says. `lean` is for lists that every conversation pays for: it leaves out limits, which are
 * enforced with a message that names them, and where ids are found, which the server's instructions tell once.
 */
export type Detail = 'lean' | 'full';

/** JSON Schema of a tool's arguments, as a host and a model see it. */
export function inputSchema(input: z.ZodObject, detail: Detail = 'full'): ObjectSchema {
  const { properties = {}, ...rest } = say(hostSchema(input, 'input'), detail);
  return { ...rest, type: 'object', properties };
}

/**
 * JSON Schema of a tool's result; loose, because some clients check results against it: unknown fields never fail,
 * and none is required, as a result that is cut or of which fields are picked lacks some.
 */
export function outputSchema(output: z.ZodObject): ObjectSchema {
  return { ...optional(hostSchema(output, 'output')), type: 'object' } as ObjectSchema;
}

function optional({ required: _, properties, items, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    ...(properties && { properties: mapValues(properties, optional) }),
    ...(items && { items: optional(items) }),
  };
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
    ...(items && { items: withoutNull(simplify(items)) }),
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

/** Within the items of a list a type with two names is refused by some hosts: `null` is only accepted there. */
function withoutNull({ type, properties, ...rest }: JsonSchema): JsonSchema {
  const named = Array.isArray(type) ? type.find((name) => name !== 'null') : type;
  return {
    ...rest,
    ...(named && { type: named }),
    ...(properties && { properties: mapValues(properties, withoutNull) }),
  };
}

/** Words that a model can do without until a call is refused. */
const LIMITS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'default',
];

/** A description marked `onDemand` in its record is said only where all is said. */
function say(node: JsonSchema, detail: Detail): JsonSchema {
  const { properties, items, description, onDemand, ...rest } = node;
  const said = detail === 'full' || onDemand !== true ? description : undefined;
  if (detail === 'lean') for (const keyword of LIMITS) delete rest[keyword];
  const members = mapValues(
    detail === 'full' ? (properties ?? {}) : withoutConstants(properties ?? {}, node.required),
    (property) => say(property, detail),
  );
  return {
    ...rest,
    ...(said && { description: said }),
    ...(Object.keys(members).length > 0 && { properties: members }),
    ...(items && { items: say(items, detail) }),
  };
}

/** A property with one possible value that may be left out says nothing. */
function withoutConstants(properties: Record<string, JsonSchema>, required: string[] = []) {
  const telling = Object.entries(properties).filter(
    ([name, { enum: values }]) => values?.length !== 1 || required.includes(name),
  );
  return Object.fromEntries(telling);
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
