import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Operation, operations } from '../../src/operations/index.ts';
import { publishedOperations } from '../support/published.ts';

type Schema = z.core.JSONSchema.JSONSchema;

/** Answers that the server makes from what the API sends, or that only the contract describes. */
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

const answering = operations.filter(
  ({ tool, output, method, pathTemplate }) =>
    !('ok' in output.shape) &&
    !NOT_AS_SENT.includes(tool) &&
    publishedOperations(method, pathTemplate.replace('/v1', '')).length > 0,
);

function mismatches({ method, pathTemplate, output }: Operation): string[] {
  const versions = publishedOperations(method, pathTemplate.replace('/v1', ''));
  return declared(z.toJSONSchema(output) as Schema).flatMap(([path, type]) => {
    const published = new Set(versions.flatMap(({ answerTypes }) => answerTypes(path)));
    // Trimming leaves no null in an answer.
    const types = [...published].filter((name) => name !== 'null');
    if (types.length === 1 && types[0] === type) return [];
    return [`${path.join('.')} is ${types.join(' or ') || 'not published'}, not ${type}`];
  });
}

describe('the shapes of answers', () => {
  it.each(answering.map((operation) => [operation.tool, operation] as const))(
    '%s has the published fields',
    (_tool, operation) => {
      expect(mismatches(operation)).toEqual([]);
    },
  );
});
