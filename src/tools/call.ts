import { PlatformError } from '../client/index.ts';
import { ArgumentError, parseArguments } from './arguments.ts';
import { explainPlatformError } from './errors.ts';
import { errorResult, successResult, type ToolResult } from './result.ts';
import type { CallContext, Tool } from './tool.ts';

/**
 * Runs one tool for a caller, from raw arguments to a result for a model. Bad arguments and
 * failures of the platform are results too; only our own defects throw.
 */
export async function runTool(
  tool: Tool,
  rawArguments: unknown,
  context: CallContext,
): Promise<ToolResult> {
  try {
    return successResult(await tool.run(parseArguments(tool, rawArguments), context));
  } catch (error) {
    if (error instanceof ArgumentError) return errorResult(error.message);
    if (error instanceof PlatformError) return errorResult(explainPlatformError(error, tool));
    throw error;
  }
}
