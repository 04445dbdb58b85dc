import type { Meter } from '@opentelemetry/api';
import type { Sink } from '../call.ts';
import {
  answerAttributes,
  attemptAttributes,
  callAttributes,
  outcomeAttributes,
} from './attributes.ts';

/** Buckets in seconds, as the semantic conventions prescribe. */
const CALL_BOUNDARIES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
const REQUEST_BOUNDARIES = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/** Measures calls and requests to the platform under the names of the semantic conventions. */
export function measureCalls(meter: Meter): Sink {
  const calls = meter.createHistogram('mcp.server.operation.duration', {
    unit: 's',
    description: 'Time from a protocol request to its answer.',
    advice: { explicitBucketBoundaries: CALL_BOUNDARIES },
  });
  const requests = meter.createHistogram('http.client.request.duration', {
    unit: 's',
    description: 'Time from a request to the platform to its answer.',
    advice: { explicitBucketBoundaries: REQUEST_BOUNDARIES },
  });
  return {
    callEnded: (call) =>
      calls.record(call.ms / 1000, { ...callAttributes(call), ...outcomeAttributes(call) }),
    attemptEnded: (_, attempt) => {
      const { 'http.request.resend_count': _again, ...counted } = attemptAttributes(attempt);
      requests.record(attempt.ms / 1000, { ...counted, ...answerAttributes(attempt) });
    },
  };
}
