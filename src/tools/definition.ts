import type { Operation } from '../operations/index.ts';
import { inputSchema, type ObjectSchema, outputSchema } from './schema.ts';

/** What a host and a model see of a tool. */
export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: ToolAnnotations;
}

export interface ToolAnnotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Derives everything that is shown of a tool from its operation's record. */
export function toolDefinition(operation: Operation): ToolDefinition {
  return {
    name: operation.tool,
    title: operation.title,
    description: operation.summary,
    inputSchema: inputSchema(operation),
    outputSchema: outputSchema(operation),
    annotations: toolAnnotations(operation),
  };
}

function toolAnnotations(operation: Operation): ToolAnnotations {
  return {
    title: operation.title,
    readOnlyHint: operation.effect === 'read',
    destructiveHint: isDestructive(operation),
    idempotentHint: operation.effect === 'read' || operation.method !== 'POST',
    openWorldHint: operation.openWorld === true,
  };
}

/** Whether a call takes something away that no later call brings back. */
export function isDestructive(operation: Operation): boolean {
  return operation.effect === 'delete' || operation.destructive === true;
}
