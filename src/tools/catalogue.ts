import { operations, operationsByTool } from '../operations/index.ts';
import { type CallContext, callOperation } from './call.ts';
import { type ToolDefinition, toolDefinition } from './definition.ts';
import type { ToolResult } from './result.ts';

let definitions: readonly ToolDefinition[] | undefined;

/** Every tool, in the order of the API; made once, because every caller is shown the same. */
export function toolDefinitions(): readonly ToolDefinition[] {
  definitions ??= operations.map(toolDefinition);
  return definitions;
}

/** Calls a tool by its name; undefined when there is no such tool. */
export async function callTool(
  name: string,
  rawArguments: unknown,
  context: CallContext,
): Promise<ToolResult | undefined> {
  const operation = operationsByTool.get(name);
  return operation && callOperation(operation, rawArguments, context);
}
