import { type Detail, inputSchema, type ObjectSchema, outputSchema } from './schema.ts';
import type { Tool } from './tool.ts';

/** A tool as hosts and models see it. */
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

/** Maximum characters of a token in a result, and the maximum size that a host accepts for a result. */
const CHARACTERS_PER_TOKEN = 8;
const MAX_RESULT_CHARACTERS = 500_000;

/** The listed input schema: an organization that follows from the other arguments is optional. */
export function publishedInput({ input }: Tool, detail: Detail): ObjectSchema {
  const schema = inputSchema(input, detail);
  const asked = schema.required?.filter((name) => name !== 'organizationId') ?? [];
  if (asked.length > 0) return { ...schema, required: asked };
  const { required: _, ...rest } = schema;
  return rest;
}

/** Derives the listed definition of a tool whose results have at most this many tokens. */
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
      // The second key is the one that hosts used before the specification was final.
      ...(tool.app && { ui: { resourceUri: tool.app }, 'ui/resourceUri': tool.app }),
    },
  };
}
