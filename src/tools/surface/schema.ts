import { z } from 'zod';

/** A JSON Schema node in the subset that every host accepts. */
export interface JsonSchema {
  /** A list of type names occurs only before simplification. */
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  maxItems?: number;
  [keyword: string]: unknown;
}

/** The root that hosts require of every tool schema. */
export interface ObjectSchema extends JsonSchema {
  type: 'object';
  properties: Record<string, JsonSchema>;
}

/** Keywords that some hosts refuse and no host needs, because this server's validation enforces them. */
const REFUSED_KEYWORDS = ['$schema', 'propertyNames', 'format'];

/**
 * The level of detail of a schema. `lean` is for lists that every conversation pays for: it omits limits, which are
 * enforced with a message that states them, and where to find ids, which the server's instructions say once.
 */
export type Detail = 'lean' | 'full';

/**
 * The JSON Schema of a tool's arguments, as hosts and models see it. Only open objects state that they are open: each
 * word costs a model tokens, and converters close an object that states nothing.
 */
export function inputSchema(input: z.ZodObject, detail: Detail = 'full'): ObjectSchema {
  const { type: _, properties = {}, ...rest } = withDetail(hostSchema(input, 'input'), detail);
  return { type: 'object', properties, ...rest };
}

/**
 * The JSON Schema of a tool's result. It is loose, because some clients validate results: unknown fields are allowed,
 * and none is required, because a truncated result or one with selected fields lacks some.
 */
export function outputSchema(output: z.ZodObject): ObjectSchema {
  return { ...loosen(hostSchema(output, 'output')), type: 'object' } as ObjectSchema;
}

function loosen({ required: _, properties, ...rest }: JsonSchema): JsonSchema {
  const node = { ...rest, ...(properties && { properties: withoutUntyped(properties) }) };
  return {
    ...mapSchemas(node, loosen),
    ...(node.type === 'object' && { additionalProperties: true }),
  };
}

function hostSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { properties = {}, ...rest } = simplify(z.toJSONSchema(schema, { io }) as JsonSchema);
  return { ...rest, type: 'object', properties };
}

function simplify(node: JsonSchema): JsonSchema {
  const { const: only, ...rest } = node;
  for (const keyword of REFUSED_KEYWORDS) delete rest[keyword];
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum;
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum;
  if (Array.isArray(rest.type)) return simplify(split(rest, rest.type));
  return {
    ...mapSchemas(rest, simplify),
    ...(only !== undefined && { enum: [only] }),
    ...(rest.type === 'object' && { additionalProperties: openness(rest.additionalProperties) }),
  };
}

/** A type with several names becomes alternatives: some hosts refuse the list, and all accept alternatives. */
function split({ description, type: _, ...rest }: JsonSchema, types: string[]): JsonSchema {
  const anyOf = types.map((type) => (type === 'null' ? { type } : { ...rest, type }));
  return { ...(description && { description }), anyOf };
}

/** States explicitly whether an object is open, because converters close one that states nothing. */
function openness(additional: JsonSchema['additionalProperties']): boolean | JsonSchema {
  if (typeof additional !== 'object') return additional === true;
  return Object.keys(additional).length === 0 ? true : simplify(additional);
}

/** A property of any type needs no schema in an open object, and some hosts refuse one without a type. */
function withoutUntyped(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const members = Object.entries(properties).filter(([, { type, anyOf }]) => type ?? anyOf);
  return Object.fromEntries(members);
}

/** A schema with each direct subschema mapped. */
function mapSchemas(node: JsonSchema, map: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items, anyOf } = node;
  return {
    ...node,
    ...(properties && { properties: mapValues(properties, map) }),
    ...(items && { items: map(items) }),
    ...(anyOf && { anyOf: anyOf.map(map) }),
  };
}

/** Keywords that a model does not need unless a call is refused. */
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

/**
 * A description marked `onDemand` in its record appears only in full schemas, and so does a property marked `unlisted`.
 * A description is not repeated for the next property.
 */
function withDetail(node: JsonSchema, detail: Detail, described = new Set<string>()): JsonSchema {
  const { properties, items, anyOf, description, onDemand, unlisted, required, ...rest } = node;
  const isSaid =
    detail === 'full' ||
    (onDemand !== true && !(description !== undefined && described.has(description)));
  const shown = isSaid ? description : undefined;
  if (shown !== undefined) described.add(shown);
  if (detail === 'lean') for (const keyword of LIMITS) delete rest[keyword];
  if (rest.additionalProperties === false) delete rest.additionalProperties;
  const members = mapValues(
    detail === 'full' ? (properties ?? {}) : listedProperties(properties ?? {}, required),
    (property) => withDetail(property, detail, described),
  );
  return {
    ...rest,
    ...(shown && { description: shown }),
    ...(Object.keys(members).length > 0 && { properties: members }),
    ...(required && { required }),
    ...(items && { items: withDetail(items, detail, described) }),
    ...(anyOf && {
      anyOf: anyOf
        .filter((alternative) => detail === 'full' || alternative.unlisted !== true)
        .map((alternative) => withDetail(alternative, detail, described)),
    }),
  };
}

/** Omits unlisted properties, and optional ones with only one possible value. */
function listedProperties(properties: Record<string, JsonSchema>, required: string[] = []) {
  const listed = Object.entries(properties).filter(
    ([name, { enum: values, unlisted }]) =>
      unlisted !== true && (values?.length !== 1 || required.includes(name)),
  );
  return Object.fromEntries(listed);
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
