import fc from 'fast-check';
import { z } from 'zod';
import {
  type Arguments,
  checkArguments,
  idsIn,
  type Operation,
  replaceIds,
} from '../../src/operations/index.ts';

type Schema = z.core.JSONSchema.JSONSchema;

/** Shared because each new one takes long to create. */
const ADDRESS = fc.webUrl();
const DOCUMENT = fc.constant({ object: 'document', data: {}, nodes: [] });

/** Fields with a rule that is not in their JSON Schema. */
const SPECIAL: Record<string, fc.Arbitrary<unknown>> = {
  proxy: fc.constantFrom('example.com/docs', 'docs.example.co.uk/a/b', null),
  values: fc.dictionary(
    fc.stringMatching(/^[a-z_\-0-9]{1,50}$/),
    fc.record({
      value: fc.oneof(
        fc.string({ maxLength: 256 }),
        fc.integer(),
        fc.boolean(),
        fc.array(fc.string({ maxLength: 256 })),
      ),
    }),
  ),
  memberships: fc.dictionary(
    fc.stringMatching(/^[a-zA-Z0-9]{1,20}$/),
    fc.record({ role: fc.constantFrom('owner', 'member') }),
  ),
  jsonSchema: fc.constant({
    type: 'object',
    properties: { beta: { type: 'boolean', description: 'Takes part in the beta programme' } },
    additionalProperties: false,
  }),
  destination: fc.constantFrom(
    { kind: 'path', spaceId: 's1', path: 'guides/start' },
    { kind: 'site-page', siteSpaceId: 's1', pageId: 'p1' },
    { kind: 'site-space', siteSpaceId: 's1' },
    { kind: 'site-section', siteSectionId: 's1' },
    { kind: 'external', url: 'https://example.com/new' },
  ),
  mergeRules: fc.constantFrom(
    { type: 'inherit' },
    { type: 'none' },
    {
      type: 'rules',
      rules: [
        { rule: 'require_at_least_one_review' },
        { rule: 'allow_bypass', users: ['u1'] },
        { rule: 'custom', expression: 'reviews > 1', message: 'Two reviews, please' },
      ],
    },
  ),
  changes: fc.array(
    fc.constantFrom(
      { operation: 'update_page', page: 'p1', document: { markdown: 'New text' }, title: 'Title' },
      { operation: 'update_page', page: 'p1', into: null, hidden: true },
      { operation: 'insert_page', document: { markdown: 'Text' }, into: 'p1', ref: 'guide' },
      { operation: 'delete_page', page: 'p1' },
      { operation: 'revert_page', page: 'p1', revision: 'r1', block: ['b1'] },
      {
        operation: 'insert_files',
        files: [{ name: 'a.png', ref: 'a', url: 'https://example.com/a.png' }],
      },
    ),
    { minLength: 1, maxLength: 50 },
  ),
  document: DOCUMENT,
  instructions: DOCUMENT,
  customInstructions: DOCUMENT,
};

/** Ids as the platform generates them; the tests of paths cover other values. */
const ID = fc.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/);

const DATE = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());

/** Open enumerations, for which only the values known to the contract are certainly published. */
const OPEN_ENUM = /^([\w:-]+(?:, [\w:-]+)*), …$/;

function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((form) => arbitraryOf(form as Schema)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type } as Schema)));
  }
  const known = OPEN_ENUM.exec(schema.description ?? '')?.[1]?.split(', ');
  if (known) return fc.constantFrom(...known);
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'number':
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 });
    case 'array':
      return fc.array(
        arbitraryOf(schema.items as Schema),
        lengths(schema.minItems, schema.maxItems),
      );
    case 'object':
      return objectOf(schema);
    case 'string':
      return textOf(schema);
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`);
  }
}

const isId = (name: string, { format }: Schema) => name.endsWith('Id') && format === undefined;

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => [
      name,
      SPECIAL[name] ?? (isId(name, schema as Schema) ? ID : arbitraryOf(schema as Schema)),
    ]),
  );
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true });
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength, maxLength, description } = schema;
  if (description === 'ISO 8601') return DATE;
  if (format === 'uri') return ADDRESS;
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.constantFrom('ada@example.com', 'bo.b@example.org');
  if (pattern) return fc.stringMatching(new RegExp(pattern), lengths(minLength, maxLength));
  return fc.string(lengths(minLength ?? 1, maxLength));
}

const lengths = (minLength = 0, maxLength = minLength + 20) => ({ minLength, maxLength });

/** The schema allows any text for ids outside paths, but most texts are not valid ids. */
function withLegalIds({ input }: Operation, value: unknown): unknown {
  const illegal = idsIn(input, value).filter((id) => !/^[\w-]{1,40}$/.test(id.value));
  const legal = (text: string) => text.replaceAll(/[^\w-]/g, 'x').slice(0, 40) || 'x';
  return replaceIds(value, new Map(illegal.map((id) => [id, legal(id.value)])));
}

/** Valid arguments of the operation, as they are after validation. */
export function argumentsOf(operation: Operation): fc.Arbitrary<Arguments> {
  const schema = z.toJSONSchema(operation.input, { io: 'input' }) as Schema;
  return arbitraryOf(schema)
    .map((value) => operation.input.safeParse(withLegalIds(operation, value)))
    .filter(({ success, data }) => success && checkArguments(operation, data) === undefined)
    .map(({ data }) => data as Arguments);
}
