import { createRequire } from 'node:module';
import { jsonSchemaToZod as composio } from '@composio/json-schema-to-zod';
import { mcpToTool } from '@google/genai';
import { DynamicStructuredTool } from '@langchain/core/tools';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { jsonSchemaToZod as asCode } from 'json-schema-to-zod';
import { z } from 'zod';
import type { JsonSchema } from '../../src/tools/surface/schema.ts';

/** The arguments after a client's own validation; throws if it refuses them. */
export type Checked = (args: unknown) => unknown | Promise<unknown>;

/** A library with which clients convert our schemas to their own. */
export interface Converter {
  name: string;
  convert(schema: JsonSchema): Checked;
}

interface Parser {
  parse(value: unknown): unknown;
}

// Its files for `import` do not resolve in Node.
const require = createRequire(import.meta.url);
const n8n = require('@n8n/json-schema-to-zod') as {
  jsonSchemaToZod(schema: unknown): Parser;
};

function parserOf(name: string, convert: (schema: JsonSchema) => Parser): Converter {
  return {
    name,
    convert: (schema) => {
      const parser = convert(schema);
      return (args) => parser.parse(args);
    },
  };
}

/** Those that parse arguments and serialise them again. */
export const CONVERTERS: readonly Converter[] = [
  parserOf('zod', (schema) => z.fromJSONSchema(schema as never)),
  parserOf('@n8n/json-schema-to-zod', (schema) => n8n.jsonSchemaToZod(schema)),
  parserOf('@composio/json-schema-to-zod', (schema) => composio(schema as never) as Parser),
  parserOf('json-schema-to-zod', (schema) => {
    const code = asCode(schema as never, { zodVersion: 4 } as never);
    return new Function('z', `return ${code}`)(z);
  }),
  {
    name: '@langchain/core',
    convert: (schema) => {
      const tool = new DynamicStructuredTool({
        name: 'tool',
        description: 'A tool.',
        schema: schema as never,
        func: async (args: unknown) => JSON.stringify(args),
      });
      return async (args) => JSON.parse(String(await tool.invoke(args as never)));
    },
  },
];

/** The function declarations that `@google/genai` creates from a server's tools. */
export async function geminiDeclarations(client: Client): Promise<readonly { name?: string }[]> {
  const { functionDeclarations } = await mcpToTool(client as never, {}).tool();
  return functionDeclarations ?? [];
}
