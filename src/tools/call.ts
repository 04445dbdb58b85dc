import { PlatformError } from '../client/index.ts';
import {
  type Arguments,
  type Caller,
  callerRequest,
  type Operation,
  type StreamResult,
  send,
} from '../operations/index.ts';
import { ArgumentError, parseArguments } from './arguments.ts';
import { explainPlatformError } from './errors.ts';
import { errorResult, successResult, type ToolResult } from './result.ts';

/** A caller and, where it asked for progress, the way to report it. */
export interface CallContext extends Caller {
  /** Called once per event of a stream with the events so far. */
  onProgress?: (count: number, message?: string) => Promise<void>;
}

/**
 * Runs one operation for a caller, from raw arguments to a result for a model. Bad arguments and
 * failures of the platform are results too; only our own defects throw.
 */
export async function callOperation(
  operation: Operation,
  rawArguments: unknown,
  context: CallContext,
): Promise<ToolResult> {
  try {
    const args = parseArguments(operation, rawArguments);
    const answer = operation.stream
      ? await readStream(operation, operation.stream, args, context)
      : await send(operation, args, context);
    return successResult(answer);
  } catch (error) {
    if (error instanceof ArgumentError) return errorResult(error.message);
    if (error instanceof PlatformError) return errorResult(explainPlatformError(error, operation));
    throw error;
  }
}

/** Reads an event stream to its end, reporting progress for each event. */
async function readStream(
  operation: Operation,
  result: StreamResult,
  args: Arguments,
  context: CallContext,
): Promise<unknown> {
  const events: Record<string, unknown>[] = [];
  for await (const event of context.client.stream(callerRequest(operation, args, context))) {
    events.push(event);
    await context.onProgress?.(events.length, `${events.length} events received`);
  }
  if (result === 'last') return events.at(-1) ?? {};
  return { [result.as]: events.map((event) => event[result.collect]) };
}
