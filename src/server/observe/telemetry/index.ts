import { setTimeout } from 'node:timers/promises';
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
import { measureCalls } from './durations.ts';
import { TelemetryError, type TelemetrySettings } from './settings.ts';
import { traceCalls } from './spans.ts';

/** Milliseconds for the final export; an unreachable receiver would take longer. */
const CLOSING_MS = 5_000;

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
