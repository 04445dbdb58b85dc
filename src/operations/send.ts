import type {
  Cancellation,
  PlatformClient,
  PlatformRequest,
  RequestWatch,
} from '../client/index.ts';
import type { Arguments, Operation } from './define.ts';
import { toRequest } from './to-request.ts';

/** On whose behalf the platform is called, and until when. */
export interface Caller {
  client: PlatformClient;
  /** The caller's bearer token. */
  token: string;
  signal?: Cancellation;
  /** Is told of each request that the call makes. */
  watch?: RequestWatch | undefined;
  /** Throws for an operation that must not be sent, by its tool; absent: any may be. */
  admit?: (tool: string) => void;
}

/** The request on the wire that validated arguments of an operation make. */
export function callerRequest(
  operation: Operation,
  args: Arguments,
  caller: Caller,
): PlatformRequest {
  const { token, signal, watch, admit } = caller;
  admit?.(operation.tool);
  const { route, path, query, body } = toRequest(operation, args);
  return { route, path, query, body, token, signal, watch };
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
  const { data } = await caller.client.request(callerRequest(operation, args, caller));
  return data;
}
