import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allOperations, type Operation } from '../../src/operations/index.ts';
import { sureFields } from '../../src/operations/outputs/common.ts';
import { publishedOperations } from '../support/published.ts';

type Schema = z.core.JSONSchema.JSONSchema;

/** Operations with answers that the server composes, or that only the contract describes. */
const NOT_AS_SENT = [
  'stream_recommended_questions',
  'stream_site_recommended_questions',
  'get_site_answer_thread',
  'get_space_custom_fields',
  'list_translation_settings',
  'create_translation_settings',
];

function declared(schema: Schema, at: string[] = []): [string[], unknown][] {
  const { type, properties = {}, items } = schema;
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    declared(field as Schema, [...at, name]),
  );
  const elements = items ? declared(items as Schema, [...at, '[]']) : [];
  return [...(type ? [[at, type] as [string[], unknown]] : []), ...fields, ...elements];
}

const answering = allOperations.filter(
  ({ tool, output, method, pathTemplate }) =>
    !('ok' in output.shape) &&
    !NOT_AS_SENT.includes(tool) &&
    publishedOperations(method, pathTemplate.replace('/v1', '')).length > 0,
);

/** Fields that the server adds to answers. */
const MADE_HERE = [
  { of: /_pages$|_revision$/, fields: ['outline', 'count'] },
  {
    of: /^(create_site_section|add_space_to_site)$/,
    fields: [
      'readers',
      ...['live', 'who', 'because', 'at', 'link'].map((name) => `readers.${name}`),
    ],
  },
  {
    of: /^create_share_link$/,
    fields: [
      'opens',
      ...['live', 'because', 'note', 'sections', 'spaces', 'conditional', 'conditional.[]'].map(
        (name) => `opens.${name}`,
      ),
    ],
  },
  { of: /_openapi_versions?$/, fields: ['version', 'items.[].version'] },
];

function mismatches({ tool, method, pathTemplate, output }: Operation): string[] {
  const versions = publishedOperations(method, pathTemplate.replace('/v1', ''));
  const made = MADE_HERE.flatMap(({ of, fields }) => (of.test(tool) ? fields : []));
  const fields = declared(z.toJSONSchema(output) as Schema);
  const sent = fields.filter(([path]) => !made.includes(path.join('.')));
  return sent.flatMap(([path, type]) => {
    const published = new Set(versions.flatMap(({ answerTypes }) => answerTypes(path)));
    // Trimmed answers contain no null.
    const types = [...published].filter((name) => name !== 'null');
    if (types.length === 1 && types[0] === type) return [];
    return [`${path.join('.')} is ${types.join(' or ') || 'not published'}, not ${type}`];
  });
}

/** The declarations of fields that every answer has. */
function sure(type: z.core.$ZodType, at: string[] = []): string[][] {
  if (type instanceof z.ZodOptional) return sure(type.unwrap(), at);
  if (type instanceof z.ZodArray) return sure(type.element, [...at, '[]']);
  if (!(type instanceof z.ZodObject)) return [];
  const own = (sureFields.get(type)?.names ?? []).map((name) => [...at, name]);
  const fields = Object.entries<z.core.$ZodType>(type.shape);
  return [...own, ...fields.flatMap(([name, field]) => sure(field, [...at, name]))];
}

function unsure({ method, pathTemplate, output }: Operation): string[] {
  const versions = publishedOperations(method, pathTemplate.replace('/v1', ''));
  return sure(output).flatMap((path) =>
    versions
      .filter(({ answerRequires }) => !answerRequires(path))
      .map(({ version }) => `${path.join('.')} may be absent in ${version}`),
  );
}

describe('the shapes of answers', () => {
  it.each(answering.map((operation) => [operation.tool, operation] as const))(
    '%s has the published fields',
    (_tool, operation) => {
      expect(mismatches(operation)).toEqual([]);
    },
  );

  it('require only fields that the published answers require', () => {
    const doubts = answering.map((operation) => [operation.tool, unsure(operation)] as const);
    expect(doubts.filter(([, fields]) => fields.length > 0)).toEqual([]);
    expect(answering.flatMap(({ output }) => sure(output)).length).toBeGreaterThan(200);
  });
});
