/** The environment cannot be used for telemetry. The message says what to set. */
export class TelemetryError extends Error {
  override readonly name = 'TelemetryError';
}

export const PROTOCOLS = ['http/protobuf', 'http/json'] as const;

export type OtlpProtocol = (typeof PROTOCOLS)[number];

/** A signal of OpenTelemetry. */
export type Signal = 'traces' | 'metrics';

/** The signals and their protocols. The exporters read addresses, headers and timeouts themselves. */
export interface TelemetrySettings {
  /** Absent: not exported. */
  traces?: OtlpProtocol;
  metrics?: OtlpProtocol;
  /** Share of the traces that are recorded if the caller did not decide. */
  sampled: number;
  /** Milliseconds between two exports of metrics. */
  metricsIntervalMs: number;
}

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
const METRICS_INTERVAL_MS = 60_000;

/**
 * The settings from the variables of the OpenTelemetry specification; undefined if no receiver is named.
 * @throws {TelemetryError}
 */
export function telemetrySettings(env: NodeJS.ProcessEnv): TelemetrySettings | undefined {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return undefined;
  const traces = protocolOf('traces', env);
  const metrics = protocolOf('metrics', env);
  if (!traces && !metrics) return undefined;
  return {
    ...(traces && { traces }),
    ...(metrics && { metrics }),
    sampled: sampledPart(env),
    metricsIntervalMs: numberFrom(env, 'OTEL_METRIC_EXPORT_INTERVAL') ?? METRICS_INTERVAL_MS,
  };
}

/** The protocol of a signal; undefined if it is not exported. */
function protocolOf(signal: Signal, env: NodeJS.ProcessEnv): OtlpProtocol | undefined {
  const name = signal.toUpperCase();
  const endpoint = env[`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`] || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const exporter = env[`OTEL_${name}_EXPORTER`] || 'otlp';
  if (!endpoint || exporter === 'none') return undefined;
  if (exporter !== 'otlp') throw mustBe(`OTEL_${name}_EXPORTER`, ['otlp', 'none']);
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    throw new TelemetryError(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http(s) address, such as http://127.0.0.1:4318',
    );
  }
  const value =
    env[`OTEL_EXPORTER_OTLP_${name}_PROTOCOL`] ||
    env.OTEL_EXPORTER_OTLP_PROTOCOL ||
    'http/protobuf';
  const protocol = PROTOCOLS.find((known) => known === value);
  if (!protocol) throw mustBe('OTEL_EXPORTER_OTLP_PROTOCOL', PROTOCOLS);
  return protocol;
}

function sampledPart(env: NodeJS.ProcessEnv): number {
  const name = (env.OTEL_TRACES_SAMPLER || 'always_on').replace(/^parentbased_/, '');
  const sampler = SAMPLERS.find((known) => known === name);
  if (!sampler) {
    throw mustBe(
      'OTEL_TRACES_SAMPLER',
      SAMPLERS.map((known) => `parentbased_${known}`),
    );
  }
  if (sampler !== 'traceidratio') return sampler === 'always_on' ? 1 : 0;
  const part = numberFrom(env, 'OTEL_TRACES_SAMPLER_ARG') ?? 1;
  if (part > 1) throw new TelemetryError('OTEL_TRACES_SAMPLER_ARG must be between 0 and 1');
  return part;
}

function numberFrom(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new TelemetryError(`${name} must be a number, 0 or more`);
}

function mustBe(name: string, valid: readonly string[]): TelemetryError {
  return new TelemetryError(`${name} must be ${valid.join(' or ')}`);
}
