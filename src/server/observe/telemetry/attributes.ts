import type { Attributes } from '@opentelemetry/api';
import type { ObservedAttempt, ObservedCall, Outcome } from '../call.ts';

/** Errors of a call, in the terms of the semantic conventions. */
const ERROR_TYPES: Partial<Record<Outcome, string>> = {
  tool_error: 'tool_error',
  cancelled: 'cancelled',
  invalid: '_OTHER',
  failed: '_OTHER',
};

/** Numbers and UUIDs, the usual request ids. An id may be any text, which must not be passed on. */
const TELLABLE_ID = /^[\da-f-]{1,36}$/i;

/** Span names, such as `tools/call list_spaces`. */
export function callName({ incoming: { method, tool } }: ObservedCall): string {
  return tool === undefined ? method : `${method} ${tool}`;
}

/** The attributes known at the start of a call, for spans and metrics alike. */
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

/** Attributes for spans only: they have too many values for metrics. */
export function requestAttributes({ incoming: { id } }: ObservedCall): Attributes {
  const text = String(id);
  return TELLABLE_ID.test(text) ? { 'jsonrpc.request.id': text } : {};
}

/** The outcome of a call. */
export function outcomeAttributes({ outcome, errorCode }: ObservedCall): Attributes {
  const code = errorCode === undefined ? undefined : String(errorCode);
  const type = code ?? (outcome && ERROR_TYPES[outcome]);
  return {
    ...(type && { 'error.type': type }),
    ...(code && { 'rpc.response.status_code': code }),
  };
}

/** A request to the platform: `GET` and `/v1/orgs/{organizationId}`, never the actual address. */
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
