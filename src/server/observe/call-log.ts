import type { ObservedCall, Sink } from './call.ts';
import type { Log } from './log.ts';
import type { CallRecord } from './log-record.ts';
import type { RejectionSink } from './observer.ts';

/** Characters of a caller's hash that are enough to tell callers apart. */
const CALLER_LENGTH = 16;

/** Logs each finished call and each refused request; at the level `debug`, also each request to the platform. */
export function logCalls(log: Log): Sink & RejectionSink {
  return {
    callEnded: (call) => {
      const level = call.outcome === 'failed' ? 'warn' : 'info';
      if (log.isOn(level)) log.write(level, callRecord(call));
    },
    attemptEnded: ({ incoming: { origin } }, { route, number, status, fault, ms }) => {
      if (!log.isOn('debug')) return;
      const request = origin?.requestId;
      const timed = { status, fault, ms: rounded(ms) };
      log.write('debug', { event: 'upstream', request, route, attempt: number, ...timed });
    },
    rejected: (status) => {
      if (log.isOn('info')) log.write('info', { event: 'rejected', status });
    },
  };
}

function callRecord(call: ObservedCall): CallRecord {
  const { incoming, outcome = 'failed', upstreamRequests, upstreamStatus, retries } = call;
  const { method, tool, trace, origin } = incoming;
  return {
    event: 'call',
    request: origin?.requestId,
    method,
    tool,
    status: outcome,
    ms: rounded(call.ms),
    code: call.errorCode,
    upstreamRequests: upstreamRequests || undefined,
    upstreamRetries: retries || undefined,
    upstreamMs: upstreamRequests > 0 ? rounded(call.upstreamMs) : undefined,
    upstreamStatus,
    caller: origin?.caller.slice(0, CALLER_LENGTH),
    trace: trace?.traceparent.split('-')[1],
  };
}

/** Milliseconds with one decimal. */
function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
