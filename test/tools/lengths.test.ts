import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient } from '../support/clients.ts';
import { type ScriptedServer, startScripted } from '../support/scripted-server.ts';

/** Fields for documents, files and passages. */
const LONG = ['markdown', 'text', 'body', 'reply', 'base64', 'old', 'new'];

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

/** Every field of a schema that takes text, by its path from the outermost argument. */
function textFields(schema: Schema, path: string[] = []): string[][] {
  const { type = [], properties = {}, items, anyOf = [] } = schema;
  return [
    ...([type].flat().includes('string') ? [path] : []),
    ...anyOf.flatMap((one) => textFields(one, path)),
    ...(items ? textFields(items, path) : []),
    ...Object.entries(properties).flatMap(([name, member]) => textFields(member, [...path, name])),
  ];
}

let server: ScriptedServer;
let fields: { tool: string; path: string[] }[];

beforeAll(async () => {
  const [generation] = linkedClient('2026');
  server = await startScripted(generation, { args: ['--toolsets', 'all', '--api', 'current'] });
  const { tools } = await server.client.listTools();
  fields = tools.flatMap(({ name, inputSchema }) =>
    textFields(inputSchema as Schema).map((path) => ({ tool: name, path })),
  );
});

afterAll(() => server.close());

describe('a value of 20,001 characters', () => {
  it('is refused in every field for a name, an id, an address or a filter, and not sent', async () => {
    const short = fields.filter(({ path }) => !path.some((name) => LONG.includes(name)));
    expect(short.length).toBeGreaterThan(500);
    for (const { tool, path } of short) {
      const args = path.reduceRight<unknown>(
        (value, name) => ({ [name]: value }),
        'x'.repeat(20_001),
      );
      const { text, isError } = await server.say(tool, args as Record<string, unknown>);
      expect([tool, ...path, isError]).toEqual([tool, ...path, true]);
      expect(text).toMatch(/(?:is longer than|Too big|Invalid arguments)/);
      expect(text.length, `${tool} ${path.join('.')}`).toBeLessThan(1_500);
    }
    // The organization is looked up if it is not given.
    expect(server.requests().filter((request) => request !== 'GET /v1/orgs')).toEqual([]);
  });

  it('is accepted in fields for text', () => {
    const names = new Set(fields.flatMap(({ path }) => path));
    expect(LONG.filter((name) => !names.has(name))).toEqual([]);
  });

  it('is refused as the name of a member', async () => {
    const args = { spaceId: 's1', ['x'.repeat(20_001)]: 1 };
    const { text } = await server.say('get_space', args);
    expect(text).toContain('The name of an argument is longer than 20000 characters');
  });
});
