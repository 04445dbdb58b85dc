import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { AttemptWatch } from '../../../client/index.ts';
import type { ObservedAttempt, ObservedCall, Sink } from '../call.ts';
import {
  answerAttributes,
  attemptAttributes,
  callAttributes,
  callName,
  outcomeAttributes,
  requestAttributes,
} from './attributes.ts';

/**
 * Records a span for each call, as a child of the client's span if there is one, and a child span for each request to
 * the platform, to which the context is propagated.
 */
export function traceCalls(tracer: Tracer): Sink {
  const propagator = new W3CTraceContextPropagator();
  const contexts = new WeakMap<ObservedCall, Context>();
  const attempts = new WeakMap<ObservedAttempt, Span>();
  return {
    callStarted: (call) => {
      const { trace: carrier } = call.incoming;
      const parent = carrier
        ? propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter)
        : ROOT_CONTEXT;
      const attributes = { ...callAttributes(call), ...requestAttributes(call) };
      const span = tracer.startSpan(callName(call), { kind: SpanKind.SERVER, attributes }, parent);
      contexts.set(call, trace.setSpan(parent, span));
    },
    callEnded: (call) => {
      const context = contexts.get(call);
      const span = context && trace.getSpan(context);
      if (span) endSpan(span, outcomeAttributes(call));
    },
    attemptStarted: (call, attempt) => {
      const parent = contexts.get(call);
      if (!parent) return;
      const span = tracer.startSpan(
        attempt.route,
        { kind: SpanKind.CLIENT, attributes: attemptAttributes(attempt) },
        parent,
      );
      attempts.set(attempt, span);
      const headers: NonNullable<AttemptWatch['headers']> = {};
      propagator.inject(trace.setSpan(parent, span), headers, defaultTextMapSetter);
      attempt.headers = headers;
    },
    attemptEnded: (_, attempt) => {
      const span = attempts.get(attempt);
      if (span) endSpan(span, answerAttributes(attempt));
    },
  };
}

function endSpan(span: Span, attributes: Record<string, unknown>): void {
  span.setAttributes(attributes as Parameters<Span['setAttributes']>[0]);
  if ('error.type' in attributes) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
