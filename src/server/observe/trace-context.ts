/** Where in a trace a request belongs, in the words of W3C Trace Context. */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

/** The keys of `_meta` that carry it. A client may send `baggage` too, which is none of the platform's business. */
export const TRACE_KEYS = ['traceparent', 'tracestate', 'baggage'] as const;

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** The trace context of a request, from its `_meta`; undefined where it has none that is valid. */
export function traceContextOf(meta: unknown): TraceContext | undefined {
  const { traceparent, tracestate } = (meta ?? {}) as Record<string, unknown>;
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return undefined;
  const hasState = typeof tracestate === 'string' && TRACESTATE.test(tracestate);
  return { traceparent, ...(hasState && { tracestate }) };
}
