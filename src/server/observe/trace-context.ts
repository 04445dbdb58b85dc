/** The trace context of a request, in W3C format. */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

/** The keys of `_meta` that carry it. A client may also send `baggage`, which the platform must not see. */
export const TRACE_KEYS = ['traceparent', 'tracestate', 'baggage'] as const;

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** The trace context from a request's `_meta`; undefined if there is no valid one. */
export function traceContextOf(meta: unknown): TraceContext | undefined {
  const { traceparent, tracestate } = (meta ?? {}) as Record<string, unknown>;
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return undefined;
  const hasState = typeof tracestate === 'string' && TRACESTATE.test(tracestate);
  return { traceparent, ...(hasState && { tracestate }) };
}
