export interface InputSchema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, InputSchema>;
  required?: string[];
  items?: InputSchema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

export type Args = Record<string, unknown>;

/** A valid call of a tool. */
export interface ToolCall {
  tool: string;
  /** The tool's full input schema, including limits. */
  schema: InputSchema;
  args: Args;
}

/** A call with a single mistake. */
export interface Mistake {
  what: string;
  args: Args;
  /** What the refusal must name. */
  names: string;
  /** An alternative, for ids that can also be names: that nothing has this name. */
  orSays?: string;
}

/** Values that no repair converts to the type. */
const WRONG: Record<string, unknown> = {
  string: { no: 'text' },
  number: 'many',
  integer: 'many',
  boolean: 'perhaps',
  array: 7,
  object: 7,
};

/** Invalid ids, which would lead elsewhere in the API or contain invisible characters. */
const IMPOSSIBLE_IDS = [
  '',
  '.',
  '..',
  'a\u200bb',
  '\u2060',
  'a\u202eb',
  '\u{e0041}',
  'a b',
  'a\nb',
  'a\u0000b',
];

/** Unknown ids, most of which would lead elsewhere without encoding. */
const ABSENT_IDS = [
  ...['no-such-thing-0001', '../..', 'a/b', '/', '%2e%2e', '..%2f', 'a?b=c', 'a#b', 'a\\b'],
  'x'.repeat(5_000),
];

/** Arguments that accept a name instead of an id, and the words of a refusal for an unknown name. */
const NAMED: Readonly<Record<string, string>> = {
  organizationId: 'there is no organization',
  collectionId: 'there is no collection',
  spaceId: 'there is no space',
  siteId: 'there is no site',
  pageId: 'there is no page',
  fileId: 'there is no file',
  shareLinkId: 'there is no share link',
  changeRequestId: 'there is no open change request or draft',
  teamId: 'there is no team',
  specSlug: 'there is no specification',
  versionId: 'there is no version',
  siteSectionId: 'there is no section',
  sectionId: 'there is no section',
  userId: 'this service has no list of members to find',
};

/** Those of the ids above that can be names: words, paths for pages, and unknown ids. */
const NAMES = ['a b', 'a/b', 'no-such-thing-0001'];

const ID = /Id$|^(specSlug|fieldName)$/;

/**
 * Exceptions: removing something missing is a no-op, some calls create what is missing, and the legacy service does not
 * list users.
 */
const TAKES_ABSENT = /^(delete_|remove_|set_openapi_spec|explain_access)/;

/** Takes no arguments and ignores any, because its answer has all that they could ask for. */
const IGNORES_ARGUMENTS = 'get_context';

/** Every mistake in a valid call that its tool's schema implies. */
export function mistakesOf(call: ToolCall): Mistake[] {
  const unknown = {
    ...{ what: 'unknown argument', names: 'nonsense' },
    args: { ...call.args, nonsense: 1 },
  };
  return [
    ...(call.tool === IGNORES_ARGUMENTS ? [] : [unknown]),
    ...mistakesWithin(call.schema, call.args),
    ...wrongIds(call),
  ];
}

/** Missing and wrong fields of an object, at any depth. */
function mistakesWithin({ properties = {}, required = [] }: InputSchema, value: Args): Mistake[] {
  const missing = required.map((name) => {
    const { [name]: _, ...rest } = value;
    return { what: `without ${name}`, args: rest, names: name };
  });
  const wrong = Object.entries(properties).flatMap(([name, schema]) => [
    ...wrongValues(schema).map(([what, member]) => ({
      what: `${what} ${name}`,
      args: { ...value, [name]: member },
      names: name,
    })),
    ...membersOf(schema, value[name]).map(({ args, ...mistake }) => ({
      ...mistake,
      args: { ...value, [name]: schema.items ? [args] : args },
    })),
  ]);
  return [...missing, ...wrong];
}

/** Mistakes in an object that is a member, or in the first object of a list. */
function membersOf(schema: InputSchema, value: unknown): Mistake[] {
  const [inner, within] = schema.items ? [[value].flat()[0], schema.items] : [value, schema];
  return isObject(inner) ? mistakesWithin(within, inner) : [];
}

function wrongValues(schema: InputSchema): [what: string, value: unknown][] {
  const [type = ''] = [schema.type].flat();
  const { maxLength, minLength = 0, minimum, maximum, minItems = 0, maxItems } = schema;
  return [
    ...when(type in WRONG, 'wrong type of', WRONG[type]),
    ...when(schema.enum, 'no such', 'none-of-them'),
    ...when(maxLength, 'too long', 'x'.repeat((maxLength ?? 0) + 1)),
    ...when(minLength, 'too short', 'x'.repeat(Math.max(minLength - 1, 0))),
    ...when(maximum !== undefined, 'too large', (maximum ?? 0) + 1),
    ...when(minimum !== undefined, 'too small', (minimum ?? 0) - 1),
    ...when(maxItems, 'too many', Array((maxItems ?? 0) + 1).fill('x')),
    ...when(minItems, 'too few', []),
  ];
}

function wrongIds({ tool, schema, args }: ToolCall): Mistake[] {
  const ids = (schema.required ?? []).filter((name) => ID.test(name));
  const mayBeAbsent = TAKES_ABSENT.test(tool) ? ids.at(-1) : undefined;
  return ids.flatMap((name) =>
    [...IMPOSSIBLE_IDS, ...(name === mayBeAbsent ? [] : ABSENT_IDS)].map((id) => ({
      what: 'wrong id for',
      args: { ...args, [name]: id },
      names: name,
      ...(NAMES.includes(id) &&
        name in NAMED && { orSays: `${NAMED[name]} ${JSON.stringify(id)}` }),
    })),
  );
}

function when(applies: unknown, what: string, value: unknown): [string, unknown][] {
  return applies ? [[what, value]] : [];
}

/** The arguments as sent by a host that writes everything but strings as JSON text. */
export function asText(args: Args): Args {
  const texts = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(texts);
}

function isObject(value: unknown): value is Args {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
