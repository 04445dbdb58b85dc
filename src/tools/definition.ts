import { type Detail, inputSchema, type ObjectSchema, outputSchema } from './schema.ts';
import type { Tool } from './tool.ts';

/** What a host and a model see of a tool. */
export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: ToolAnnotations;
  _meta: Record<string, unknown>;
}

export interface ToolAnnotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Characters that a token of a result stands for at most, and the most that a host lets a result have. */
const CHARACTERS_PER_TOKEN = 8;
const MAX_RESULT_CHARACTERS = 500_000;

/** The input schema as it is shown: an organization that follows from the rest need not be given. */
export function publishedInput({ input }: Tool, detail: Detail): ObjectSchema {
  const schema = inputSchema(input, detail);
  const asked = schema.required?.filter((name) => name !== 'organizationId') ?? [];
  if (asked.length > 0) return { ...schema, required: asked };
  const { required: _, ...rest } = schema;
  return rest;
}

/** Derives everything that is shown of a tool whose results have at most so many tokens. */
export function toolDefinition(tool: Tool, maxResultTokens: number): ToolDefinition {
  const characters = Math.min(maxResultTokens * CHARACTERS_PER_TOKEN, MAX_RESULT_CHARACTERS);
  return {
    name: tool.name,
    title: tool.title,
    description: tool.summary,
    inputSchema: publishedInput(tool, 'lean'),
    outputSchema: outputSchema(tool.output),
    annotations: {
      title: tool.title,
      readOnlyHint: tool.effect === 'read',
      destructiveHint: tool.destructive,
      idempotentHint: tool.idempotent,
      openWorldHint: tool.openWorld,
    },
    _meta: {
      'anthropic/maxResultSizeChars': characters,
      // The second is what hosts looked for before the specification was agreed on.
      ...(tool.app && { ui: { resourceUri: tool.app }, 'ui/resourceUri': tool.app }),
    },
  };
}
