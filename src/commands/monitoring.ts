import { type Command, Option } from 'commander';
import type { PlatformClient } from '../client/index.ts';
import { ConfigError, oneOf } from '../config/server.ts';
import { isLoopback } from '../loopback.ts';
import { LOG_LEVELS, type Log, type LogLevel, openLog } from '../server/observe/log.ts';
import type { Metrics, MetricsSource } from '../server/observe/metrics.ts';
import type { Observer } from '../server/observe/observer.ts';
import type { ReadinessCheck } from '../server/observe/readiness.ts';
import { TelemetryError, telemetrySettings } from '../server/observe/telemetry/settings.ts';
import type { Closable } from './lifecycle.ts';

/** Flags that configure monitoring. */
export interface MonitoringFlags {
  logLevel?: string;
  metricsHost: string;
  metricsPort?: number;
}

/** Adds `--log-level`, which stdio has too. */
export function withLogLevel(command: Command): Command {
  const levels = LOG_LEVELS.join(', ');
  return command.addOption(
    new Option(
      '--log-level <level>',
      `records of calls and problems on stderr: ${levels} (default: info with --http)`,
    ),
  );
}

/** Opens the log of a server. */
export function openLogOf({ logLevel }: { logLevel?: string }, otherwise: LogLevel): Promise<Log> {
  return openLog(oneOf('--log-level', logLevel ?? otherwise, LOG_LEVELS));
}

/**
 * Checks that the OpenTelemetry variables can be used.
 * @throws {ConfigError}
 */
export function checkTelemetry(env: NodeJS.ProcessEnv): void {
  try {
    telemetrySettings(env);
  } catch (error) {
    throw error instanceof TelemetryError ? new ConfigError(error.message) : error;
  }
}

/** The monitoring of one process that serves HTTP. */
export interface Monitoring extends Closable {
  observer: Observer;
  readiness: ReadinessCheck;
  metrics: Metrics;
}

/** Starts metrics and the log, and tracing if a receiver is configured. */
export async function monitor(log: Log, reach: PlatformClient['reach']): Promise<Monitoring> {
  const { observe } = await import('../server/index.ts');
  const { createMetrics, ReadinessCheck } = await import('../server/monitored.ts');
  const readiness = new ReadinessCheck({ reach });
  const metrics = createMetrics();
  const { observer, close } = await observe({
    log,
    env: process.env,
    sinks: [metrics, readiness],
    rejections: [metrics],
  });
  return { observer, readiness, metrics, close };
}

/**
 * Whether metrics are served beside `/mcp`: only if no other machine can read them, and if no other address was
 * configured.
 */
export function isMetricsBeside(host: string, { metricsPort }: MonitoringFlags): boolean {
  return metricsPort === undefined && isLoopback(host);
}

/** Serves metrics and probes on the address that the flags name, if they name one. */
export async function serveStatus(
  { metricsHost: host, metricsPort: port }: MonitoringFlags,
  status: { readiness: ReadinessCheck; metrics: MetricsSource },
  log: Log,
): Promise<Closable[]> {
  if (port === undefined) return [];
  const { runStatus } = await import('../server/monitored.ts');
  const server = await runStatus({ host, port, ...status }, log.problem);
  log.say({ event: 'listening', msg: `Metrics: ${server.url}` });
  return [server];
}
