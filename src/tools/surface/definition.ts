import type { Tool } from '../tool.ts';
import { type Detail, inputSchema, type ObjectSchema, outputSchema } from './schema.ts';

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

/**
 * The input schema as it is shown: an organization that follows from other arguments is optional. Listings omit it
 * beside a site, which belongs to one. They also omit `fields` for tools that most conversations do not need, since the
 * instructions describe it once for all.
 */
export function publishedInput({ input, byDefault }: Tool, detail: Detail): ObjectSchema {
  const { required = [], properties, ...rest } = inputSchema(input, detail);
  const asked = required.filter((name) => name !== 'organizationId');
  const { organizationId, fields, ...others } = properties;
  const isLean = detail === 'lean';
  const shown = {
    ...(organizationId && !(isLean && asked.includes('siteId')) && { organizationId }),
    ...others,
    ...(fields && (!isLean || byDefault) && { fields: NAMES }),
  };
  return { ...rest, properties: shown, ...(asked.length > 0 && { required: asked }) };
}

/** Comma-separated names, which cost half as much as a list. A list is accepted, too. */
const NAMES = { type: 'string' };

/** Derives everything that a client sees of a tool, given the maximum number of tokens of its results. */
export function toolDefinition(tool: Tool, maxResultTokens: number): ToolDefinition {
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
      ...resultSize(maxResultTokens),
      // The second key is the one that hosts used before the specification was final.
      ...(tool.app && { ui: { resourceUri: tool.app }, 'ui/resourceUri': tool.app }),
    },
  };
}

/** Adapts a definition that was derived for another maximum size of results. */
export function withResultSize(
  definition: ToolDefinition,
  maxResultTokens: number,
): ToolDefinition {
  return { ...definition, _meta: { ...definition._meta, ...resultSize(maxResultTokens) } };
}

function resultSize(maxResultTokens: number) {
  const characters = Math.min(maxResultTokens * CHARACTERS_PER_TOKEN, MAX_RESULT_CHARACTERS);
  return { 'anthropic/maxResultSizeChars': characters };
}
