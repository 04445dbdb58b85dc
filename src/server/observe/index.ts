import type { Sink } from './call.ts';
import { logCalls } from './call-log.ts';
import type { Log } from './log.ts';
import { createObserver, type Observer, type RejectionSink } from './observer.ts';
import type { Telemetry } from './telemetry/index.ts';
import { telemetrySettings } from './telemetry/settings.ts';

/** The monitoring of this process's calls. */
export interface Observation {
  observer: Observer;
  /** Flushes everything. */
  close(): Promise<void>;
}

export interface ObservationOptions {
  log: Log;
  /** Source of the OpenTelemetry variables. */
  env: NodeJS.ProcessEnv;
  /** Observers besides the log and the telemetry. */
  sinks?: readonly Sink[];
  rejections?: readonly RejectionSink[];
}

/**
 * Starts monitoring. OpenTelemetry is loaded only if the environment names a receiver.
 * @throws {TelemetryError} if it cannot be used.
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
