import { setTimeout } from 'node:timers/promises';
import type { Meter } from '@opentelemetry/api';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonSpans } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufSpans } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { NAME, VERSION } from '../../../version.ts';
import type { Sink } from '../call.ts';
import {
  answerAttributes,
  attemptAttributes,
  callAttributes,
  outcomeAttributes,
} from './attributes.ts';
import { TelemetryError, type TelemetrySettings } from './settings.ts';
import { traceCalls } from './spans.ts';

/** Milliseconds for the final export; an unreachable receiver would take longer. */
const CLOSING_MS = 5_000;

/** Buckets in seconds, as the semantic conventions prescribe. */
const CALL_BOUNDARIES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
const REQUEST_BOUNDARIES = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

const SPAN_EXPORTERS = { 'http/json': JsonSpans, 'http/protobuf': ProtobufSpans };
const METRIC_EXPORTERS = { 'http/json': JsonMetrics, 'http/protobuf': ProtobufMetrics };

/** An OTLP exporter. */
export interface Telemetry {
  readonly sinks: readonly Sink[];
  /** Flushes what is left. */
  close(): Promise<void>;
}

/**
 * Starts the export of traces and metrics. All OpenTelemetry imports are in this module, so that they are loaded only
 * if there is a receiver.
 */
export async function startTelemetry(
  { traces, metrics, sampled, metricsIntervalMs }: TelemetrySettings,
  report: (problem: Error) => void,
): Promise<Telemetry> {
  reportOnce(report);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': NAME, 'service.version': VERSION }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
  const sinks: Sink[] = [];
  const providers: { shutdown(): Promise<void> }[] = [];
  if (traces) {
    const provider = new TracerProvider({
      resource,
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampled) }),
      spanProcessors: [new BatchSpanProcessor({ exporter: new SPAN_EXPORTERS[traces]() })],
    });
    providers.push(provider);
    sinks.push(traceCalls(provider.getTracer(NAME, VERSION)));
  }
  if (metrics) {
    const reader = new PeriodicExportingMetricReader({
      exporter: new METRIC_EXPORTERS[metrics](),
      exportIntervalMillis: metricsIntervalMs,
      exportTimeoutMillis: Math.min(metricsIntervalMs, 30_000),
    });
    const provider = new MeterProvider({ resource, readers: [reader] });
    providers.push(provider);
    sinks.push(measureCalls(provider.getMeter(NAME, VERSION)));
  }
  return {
    sinks,
    close: async () => {
      // A failed final export was reported and must not prevent the exit.
      const sent = Promise.allSettled(providers.map((provider) => provider.shutdown()));
      await Promise.race([sent, setTimeout(CLOSING_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Reports a broken receiver once rather than for every export. The exporter's own message may quote what was sent.
 */
function reportOnce(report: (problem: Error) => void): void {
  let isReported = false;
  const tell = () => {
    if (isReported) return;
    isReported = true;
    report(
      new TelemetryError(
        'Telemetry cannot be delivered; check OTEL_EXPORTER_OTLP_ENDPOINT and its receiver.',
      ),
    );
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  );
}

/** Measures calls and requests to the platform under the names of the semantic conventions. */
function measureCalls(meter: Meter): Sink {
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
