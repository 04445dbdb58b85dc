import { toStrictJsonSchema } from 'openai/lib/transform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseArguments } from '../../src/tools/arguments/parse.ts';
import { tools as catalogue, surfaceOf } from '../../src/tools/index.ts';
import type { JsonSchema } from '../../src/tools/surface/schema.ts';
import { strictForm } from '../../src/tools/surface/strict-schema.ts';
import { generations, type McpConnection } from '../support/clients.ts';
import { CONVERTERS, geminiDeclarations } from './converters.ts';
import { nodes, nullsOf, sampleOf } from './samples.ts';

const tools = surfaceOf({ toolsets: ['all'] }).definitions;

describe.each(CONVERTERS)('$name', ({ convert }) => {
  it('accepts the arguments of every tool, and drops none of them', async () => {
    for (const { name, inputSchema } of tools) {
      const checked = convert(inputSchema);
      for (const args of [sampleOf(inputSchema), nullsOf(inputSchema)]) {
        expect(await checked(args), name).toEqual(args);
      }
    }
  });

  it('accepts the result of every tool, and drops nothing of it', async () => {
    for (const { name, outputSchema } of tools) {
      const checked = convert(outputSchema);
      expect(await checked({}), name).toEqual({});
      const result = sampleOf(outputSchema);
      expect(await checked(result), name).toEqual(result);
    }
  });
});

describe('@google/genai', () => {
  let connection: McpConnection;

  beforeAll(async () => {
    const [legacy] = generations;
    connection = (await legacy?.stdio({ args: ['--toolsets', 'all', '--api', 'auto'] })) as never;
  });

  afterAll(() => connection.close());

  it('declares every tool with all of its parameters', async () => {
    const declared = await geminiDeclarations(connection.client as never);
    expect(declared.map(({ name }) => name).sort()).toEqual(tools.map(({ name }) => name).sort());
    const { definitions } = surfaceOf({ toolsets: ['all'], localFiles: { folders: [] } });
    const byName = new Map(definitions.map((tool) => [tool.name, tool.inputSchema]));
    for (const { name = '', ...declaration } of declared) {
      const { parametersJsonSchema } = declaration as { parametersJsonSchema?: unknown };
      expect(parametersJsonSchema, name).toEqual(byName.get(name));
    }
  });
});

/** The schemas that the strict mode of OpenAI's models accepts, according to its documentation. */
const STRICT_WORDS = new Set([
  ...['type', 'description', 'enum', 'anyOf', 'items'],
  ...['properties', 'required', 'additionalProperties'],
]);

describe('the strict form', () => {
  it.each(tools.map((tool) => [tool.name, tool.inputSchema] as const))(
    'of %s',
    (_, inputSchema) => {
      const strict = strictForm(inputSchema);
      expect(strict.type).toBe('object');
      for (const [place, node] of nodes(strict)) {
        expect(
          Object.keys(node).filter((word) => !STRICT_WORDS.has(word)),
          place,
        ).toEqual([]);
        expect(node.type ?? node.anyOf, place).toBeDefined();
        if (node.type !== 'object') continue;
        expect(node.additionalProperties, place).toBe(false);
        expect(node.required, place).toEqual(Object.keys(node.properties ?? {}));
      }
      // OpenAI's SDK finds nothing to close or to require.
      expect(toStrictJsonSchema(strict as never)).toEqual(strict);
    },
  );

  const toolOf = (name: string) => {
    const tool = catalogue.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return tool;
  };

  it('requires the same of a tool as its own schema', () => {
    const place = { spaceId: 's1', changeRequestId: 'c1' };
    const nothing = { title: null, description: null, document: null, slug: null };
    const change = { operation: 'update_page', page: 'p1', ...nothing, title: 'New', at: null };
    const given = (into: unknown) =>
      parseArguments(toolOf('edit_change_request_content'), {
        ...place,
        changes: [{ ...change, into }],
      });
    const same = { operation: 'update_page', page: 'p1', title: 'New' };
    expect(given('(unchanged)')).toEqual({ ...place, changes: [same] });
    expect(given(null)).toEqual({ ...place, changes: [{ ...same, into: null }] });
    const schema = '{"type":"object","properties":{"plan":{"type":"string"}}}';
    const set = { organizationId: 'o1', siteId: 's1', jsonSchema: schema };
    expect(parseArguments(toolOf('set_site_adaptive_schema'), set)).toEqual({
      ...set,
      jsonSchema: JSON.parse(schema),
    });
  });
});

describe('schemas that all clients accept', () => {
  const all = tools.flatMap(({ name, inputSchema, outputSchema }): [string, JsonSchema][] => [
    [`${name}, input`, inputSchema],
    [`${name}, output`, outputSchema],
  ]);

  it.each(all)('%s', (_, schema) => {
    for (const [place, node] of nodes(schema)) {
      // The warnings of the MCP Inspector's portability check.
      expect(node, place).toBeTypeOf('object');
      if (node.anyOf) expect(node.type, place).toBeUndefined();
      else expect(node.type, place).toBeTypeOf('string');
      if (node.type === 'array') expect(node.items, place).toBeTypeOf('object');
      // Converters close objects that do not declare `additionalProperties`, so the keyword is worth its tokens.
      expect([undefined, true], place).toContain(node.additionalProperties);
      for (const word of ['$ref', '$defs', 'oneOf', 'allOf', 'not', 'const', 'format', '$schema']) {
        expect(node, place).not.toHaveProperty(word);
      }
    }
  });
});
