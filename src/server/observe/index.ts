import type { Sink } from './call.ts';
import { logCalls } from './call-log.ts';
import type { Log } from './log.ts';
import { createObserver, type Observer, type RejectionSink } from './observer.ts';
import type { Telemetry } from './telemetry/index.ts';
import { telemetrySettings } from './telemetry/settings.ts';

/** Through what the calls of this process are seen from outside. */
export interface Observation {
  observer: Observer;
  /** Sends and writes what is left. */
  close(): Promise<void>;
}

export interface ObservationOptions {
  log: Log;
  /** Of which the variables of OpenTelemetry are read. */
  env: NodeJS.ProcessEnv;
  /** What is told besides the log and the telemetry. */
  sinks?: readonly Sink[];
  rejections?: readonly RejectionSink[];
}

/**
 * Starts to observe. OpenTelemetry is loaded only where the environment names a receiver.
 * @throws {TelemetryError} where it cannot be used.
 */
export async function observe({
  log,
  env,
  sinks = [],
  rejections = [],
}: ObservationOptions): Promise<Observation> {
  const settings = telemetrySettings(env);
  let telemetry: Telemetry | undefined;
  if (settings) {
    const { startTelemetry } = await import('./telemetry/index.ts');
    telemetry = await startTelemetry(settings, log.problem);
  }
  const calls = log.isOn('error') ? [logCalls(log)] : [];
  return {
    observer: createObserver(
      [...sinks, ...calls, ...(telemetry?.sinks ?? [])],
      [...rejections, ...calls],
    ),
    close: async () => {
      await telemetry?.close();
      log.flush();
    },
  };
}
