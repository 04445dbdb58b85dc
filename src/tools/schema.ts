import { z } from 'zod';

/** A JSON Schema node in the subset that every host accepts. */
export interface JsonSchema {
  /** A list of names before it is simplified alone. */
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  [keyword: string]: unknown;
}

/** The root that hosts demand of every tool schema. */
export interface ObjectSchema extends JsonSchema {
  type: 'object';
  properties: Record<string, JsonSchema>;
}

/** Words that some hosts refuse and no host needs: our own parser is the one that enforces. */
const REFUSED_KEYWORDS = ['$schema', 'propertyNames', 'format'];

/**
 * How much a schema says. `lean` is for lists that every conversation pays for: it leaves out limits, which are
 * enforced with a message that names them, and where ids are found, which the server's instructions tell once.
 */
export type Detail = 'lean' | 'full';

/**
 * JSON Schema of a tool's arguments, as a host and a model see it. Only open objects say whether they are: a model pays
 * for each word, and what says nothing is closed by converters.
 */
export function inputSchema(input: z.ZodObject, detail: Detail = 'full'): ObjectSchema {
  const { type: _, properties = {}, ...rest } = say(hostSchema(input, 'input'), detail);
  return { type: 'object', properties, ...rest };
}

/**
 * JSON Schema of a tool's result; loose, because some clients check results against it: unknown fields never fail,
 * and none is required, as a result that is cut or of which fields are picked lacks some.
 */
export function outputSchema(output: z.ZodObject): ObjectSchema {
  return { ...loose(hostSchema(output, 'output')), type: 'object' } as ObjectSchema;
}

function loose({ required: _, properties, ...rest }: JsonSchema): JsonSchema {
  const node = { ...rest, ...(properties && { properties: typed(properties) }) };
  return {
    ...mapSchemas(node, loose),
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
    ...(rest.type === 'object' && { additionalProperties: further(rest.additionalProperties) }),
  };
}

/** A type with several names is an alternative for each: some hosts refuse the one, and all take the other. */
function split({ description, type: _, ...rest }: JsonSchema, types: string[]): JsonSchema {
  const anyOf = types.map((type) => (type === 'null' ? { type } : { ...rest, type }));
  return { ...(description && { description }), anyOf };
}

/** Whether an object is open, said in so many words: converters close what says nothing. */
function further(additional: JsonSchema['additionalProperties']): boolean | JsonSchema {
  if (typeof additional !== 'object') return additional === true;
  return Object.keys(additional).length === 0 ? true : simplify(additional);
}

/** What may be anything needs no schema in an open object, and some hosts refuse one without a type. */
function typed(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const members = Object.entries(properties).filter(([, { type, anyOf }]) => type ?? anyOf);
  return Object.fromEntries(members);
}

/** A schema with another in the place of each that is right within it. */
function mapSchemas(node: JsonSchema, map: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items, anyOf } = node;
  return {
    ...node,
    ...(properties && { properties: mapValues(properties, map) }),
    ...(items && { items: map(items) }),
    ...(anyOf && { anyOf: anyOf.map(map) }),
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
  const { properties, items, anyOf, description, onDemand, required, ...rest } = node;
  const said = detail === 'full' || onDemand !== true ? description : undefined;
  if (detail === 'lean') for (const keyword of LIMITS) delete rest[keyword];
  if (rest.additionalProperties === false) delete rest.additionalProperties;
  const members = mapValues(
    detail === 'full' ? (properties ?? {}) : withoutConstants(properties ?? {}, required),
    (property) => say(property, detail),
  );
  return {
    ...rest,
    ...(said && { description: said }),
    ...(Object.keys(members).length > 0 && { properties: members }),
    ...(required && { required }),
    ...(items && { items: say(items, detail) }),
    ...(anyOf && { anyOf: anyOf.map((alternative) => say(alternative, detail)) }),
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
