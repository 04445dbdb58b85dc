import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { readingTool } from '../../resources/index.ts';
import { parseResourceUri } from '../../uris/index.ts';
import { resourceError } from '../handlers/resource-error.ts';
import { SubscriptionRefusal, WatchLimitError } from './change-hub.ts';

/** Converts the reason why there is no subscription to a protocol error. Other errors are returned as they are. */
export function subscriptionError(error: unknown): unknown {
  if (error instanceof WatchLimitError) {
    return new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  }
  if (!(error instanceof SubscriptionRefusal)) return error;
  const { uri, message } = error;
  const address = parseResourceUri(uri);
  const cause = resourceError(error.cause, { tool: address ? readingTool(address) : '', uri });
  if (!(cause instanceof ProtocolError)) return cause;
  return error.told(new ProtocolError(cause.code, `${message}: ${cause.message}`, cause.data));
}

/**
 * The same as the `error` of an answer. Anything but a protocol error is reported to the operator and not to the
 * client.
 */
export function protocolError(error: unknown, report: (problem: Error) => void) {
  const refusal = subscriptionError(error);
  if (refusal instanceof ProtocolError) {
    const { code, message, data } = refusal;
    return { code, message, ...(data !== undefined && { data }) };
  }
  report(refusal instanceof Error ? refusal : new Error(String(refusal)));
  return { code: ProtocolErrorCode.InternalError, message: 'Internal error' };
}
