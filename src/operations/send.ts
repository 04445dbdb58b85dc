import type { PlatformCaller, PlatformClient } from '../client/index.ts';
import type { Arguments, Operation } from './define.ts';
import { type OperationRequest, toRequest } from './to-request.ts';

/** On whose behalf the platform is called, and until when. */
export interface Caller extends PlatformCaller {
  client: PlatformClient;
  /** Throws for an operation that must not be sent, by its tool; absent: any may be. */
  admit?: (tool: string) => void;
}

/** The request that validated arguments of an operation make, if this caller may have it sent. */
export function admittedRequest(
  operation: Operation,
  args: Arguments,
  { admit }: Caller,
): OperationRequest {
  admit?.(operation.tool);
  return toRequest(operation, args);
}

/**
 * Sends one operation and returns the body of its answer (`undefined` for No Content).
 * @throws {PlatformError} for every failure.
 */
export async function send(
  operation: Operation,
  args: Arguments,
  caller: Caller,
): Promise<unknown> {
  const { data } = await caller.client.request(admittedRequest(operation, args, caller), caller);
  return data;
}
