import { operations } from '../operations/index.ts';
import { runTool } from './call.ts';
import { type ToolDefinition, toolDefinition } from './definition.ts';
import { operationTool } from './operation-tool.ts';
import type { ToolResult } from './result.ts';
import type { CallContext, Tool } from './tool.ts';

/** Every tool, in the order of the API. */
export const tools: readonly Tool[] = operations.map(operationTool);

const toolsByName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]));

let definitions: readonly ToolDefinition[] | undefined;

/** What is listed of every tool; made once, because every caller is shown the same. */
export function toolDefinitions(): readonly ToolDefinition[] {
  definitions ??= tools.map(toolDefinition);
  return definitions;
}

/** Calls a tool by its name; undefined when there is no such tool. */
export async function callTool(
  name: string,
  rawArguments: unknown,
  context: CallContext,
): Promise<ToolResult | undefined> {
  const tool = toolsByName.get(name);
  return tool && runTool(tool, rawArguments, context);
}
