import type { Attributes } from '@opentelemetry/api';
import type { ObservedAttempt, ObservedCall, Outcome } from '../call.ts';

/** What counts as an error of a call, in the words of the semantic conventions. */
const ERROR_TYPES: Partial<Record<Outcome, string>> = {
  tool_error: 'tool_error',
  cancelled: 'cancelled',
  invalid: '_OTHER',
  failed: '_OTHER',
};

/** Numbers and UUIDs, as clients number their requests; an id may be any text, and what it says is not ours to tell. */
const TELLABLE_ID = /^[\da-f-]{1,36}$/i;

/** How spans of calls are named: `tools/call list_spaces`. */
export function callName({ incoming: { method, tool } }: ObservedCall): string {
  return tool === undefined ? method : `${method} ${tool}`;
}

/** What is known at the start of a call, for spans and metrics alike. */
export function callAttributes({ incoming }: ObservedCall): Attributes {
  const { method, tool, protocol, origin } = incoming;
  return {
    'mcp.method.name': method,
    ...(tool !== undefined && {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
    }),
    ...(protocol !== undefined && { 'mcp.protocol.version': protocol }),
    'network.transport': origin ? 'tcp' : 'pipe',
    ...(origin && { 'network.protocol.name': 'http' }),
  };
}

/** The attributes of a span alone: of these, there are too many values to count by. */
export function requestAttributes({ incoming: { id } }: ObservedCall): Attributes {
  const text = String(id);
  return TELLABLE_ID.test(text) ? { 'jsonrpc.request.id': text } : {};
}

/** How a call ended. */
export function outcomeAttributes({ outcome, errorCode }: ObservedCall): Attributes {
  const code = errorCode === undefined ? undefined : String(errorCode);
  const type = code ?? (outcome && ERROR_TYPES[outcome]);
  return {
    ...(type && { 'error.type': type }),
    ...(code && { 'rpc.response.status_code': code }),
  };
}

/** A request to the platform: `GET` and `/v1/orgs/{organizationId}`, never the address itself. */
export function attemptAttributes({ route, number }: ObservedAttempt): Attributes {
  const [method = '', template = ''] = route.split(' ', 2);
  return {
    'http.request.method': method,
    'url.template': template,
    ...(number > 1 && { 'http.request.resend_count': number - 1 }),
  };
}

export function answerAttributes({ status, fault }: ObservedAttempt): Attributes {
  const isFailed = status === undefined || status >= 400;
  return {
    ...(status !== undefined && { 'http.response.status_code': status }),
    ...(isFailed && { 'error.type': String(status ?? fault ?? '_OTHER') }),
  };
}
