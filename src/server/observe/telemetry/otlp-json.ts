export { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
export { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
