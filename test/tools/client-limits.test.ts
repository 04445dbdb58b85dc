import { describe, expect, it } from 'vitest';
import { serverInstructions } from '../../src/server/instructions.ts';
import { tools as catalogue, surfaceOf, toolsetNames } from '../../src/tools/index.ts';
import type { JsonSchema } from '../../src/tools/surface/schema.ts';

const tools = surfaceOf({ toolsets: ['all'] }).definitions.map(
  (tool) => [tool.name, tool] as const,
);

/** Every node of a schema with its path. */
function* nodes(schema: JsonSchema, place = '$'): Generator<[string, JsonSchema]> {
  yield [place, schema];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield* nodes(property, `${place}.${name}`);
  }
  if (schema.items) yield* nodes(schema.items, `${place}[]`);
  for (const alternative of schema.anyOf ?? []) yield* nodes(alternative, place);
}

/** Characters that a host may put in front of a name: that of the server. */
const LONGEST_PREFIX = 18;

describe('the limits of hosts', () => {
  it('names are unique', () => {
    expect(new Set(tools.map(([name]) => name)).size).toBe(tools.length);
  });

  it.each([true, false])('the instructions are not truncated (embedded: %s)', (embedded) => {
    const instructions = serverInstructions({ toolsets: toolsetNames(catalogue), embedded });
    expect(instructions.length).toBeLessThan(2048);
  });

  it.each(tools)('%s', (name, { description, inputSchema, outputSchema, annotations }) => {
    expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/);
    expect(name.length).toBeLessThanOrEqual(60 - LONGEST_PREFIX);
    expect(description.length).toBeLessThanOrEqual(2048);
    expect(Object.keys(annotations).sort()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
      'title',
    ]);
    for (const root of [inputSchema, outputSchema]) {
      expect(root.type).toBe('object');
      expect(root.properties).toBeTypeOf('object');
    }
    const text = JSON.stringify(inputSchema);
    for (const word of ['$ref', '$defs', '$schema', 'oneOf', 'allOf', 'prefixItems', 'const']) {
      expect(text).not.toContain(`"${word}"`);
    }
    for (const [place, node] of nodes(inputSchema)) {
      if (place === '$') expect(node.anyOf).toBeUndefined();
      if (!node.anyOf) expect(node.type, `${place} has one type`).toBeTypeOf('string');
      for (const name of Object.keys(node.properties ?? {})) {
        expect(name, `${place}.${name}`).toMatch(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/);
      }
      for (const required of node.required ?? []) {
        expect(Object.keys(node.properties ?? {}), place).toContain(required);
      }
    }
  });
});
