import cluster from 'node:cluster';
import { ConfigError } from '../config/server.ts';
import type { RedisConnection } from '../server/index.ts';
import type { Log } from '../server/observe/log.ts';
import type { HttpSetup, ServeHttpFlags } from './http-setup.ts';
import { type Closable, closeAll, closeOnSignal } from './lifecycle.ts';
import { checkTelemetry, isMetricsBeside, monitor, openLogOf, serveStatus } from './monitoring.ts';
import { EMBEDDED } from './output.ts';

/** Serves HTTP in this process, or in the number of workers that the flags ask for. */
export async function serveHttp(flags: ServeHttpFlags): Promise<void> {
  const { readHttpConfig } = await import('../config/http.ts');
  const { config, http } = readHttpConfig(process.env, flags);
  checkTelemetry(process.env);
  const setup = { config, http, flags, log: await openLogOf(flags, 'info') };
  if (flags.workers === 1 || cluster.isWorker) return serveHere(setup);
  const { serveWorkers } = await import('./serve-workers.ts');
  return serveWorkers(setup);
}

async function serveHere({ config, http, flags, log }: HttpSetup): Promise<void> {
  const [{ connect }, { runHttp, usedConfirmationsAcross }, { changeHubOf }] = await Promise.all([
    import('../connect.ts'),
    import('../server/index.ts'),
    import('./changes.ts'),
  ]);
  if (config.platform.kind === 'embedded') log.say({ event: 'embedded', msg: EMBEDDED });
  const connection = connect(config);
  const redis = config.redisUrl === undefined ? undefined : await redisAt(config.redisUrl, log);
  const changes = await changeHubOf(connection, config, log.problem, redis);
  const monitoring = await monitor(log, (signal) => connection.dependencies.client.reach(signal));
  const { observer, readiness } = monitoring;
  const metrics = await metricsSource(monitoring.metrics.registry);
  const status = {
    readiness,
    metrics: isMetricsBeside(http.host, flags) ? metrics : undefined,
  };
  const parts: Closable[] = [changes, ...(redis ? [redis] : []), connection, monitoring];
  try {
    if (!cluster.isWorker) {
      parts.unshift(...(await serveStatus(flags, { readiness, metrics }, log)));
    }
    const cancellations = await cancellationsOfAll();
    const server = await runHttp(
      {
        ...connection.dependencies,
        changes,
        observer,
        ...(redis && { usedConfirmations: usedConfirmationsAcross(redis) }),
      },
      { ...http, redis, cancellations, operatorToken: connection.token, status },
      log.problem,
    );
    const draining = {
      close: async () => log.say({ event: 'draining', inFlight: server.inFlight() }),
    };
    closeOnSignal(draining, server, ...parts);
    await announce(server.url, log);
  } catch (error) {
    await closeAll(parts);
    // The channel to the primary process would keep a worker alive.
    cluster.worker?.disconnect();
    throw error;
  }
}

/** The metrics of this process; in a worker, those of all workers. */
async function metricsSource(registry: import('prom-client').Registry) {
  if (!cluster.isWorker) {
    return { contentType: registry.contentType, text: () => registry.metrics() };
  }
  const { workerMetrics } = await import('../server/monitored.ts');
  return workerMetrics(registry);
}

/** In a worker, calls are cancelled across all workers; otherwise the server keeps its own list. */
async function cancellationsOfAll() {
  if (!cluster.isWorker) return undefined;
  const { sharedCancellations } = await import('../server/monitored.ts');
  return sharedCancellations();
}

async function announce(url: string, log: Log): Promise<void> {
  if (!cluster.isWorker) return log.say({ event: 'listening', msg: `MCP endpoint: ${url}` });
  const { sendToPrimary } = await import('../server/monitored.ts');
  sendToPrimary({ kind: 'listening', url });
}

async function redisAt(url: string, log: Log): Promise<RedisConnection> {
  const { connectRedis, RedisError } = await import('../server/index.ts');
  return connectRedis(url, log.problem).catch((error: unknown) => {
    throw error instanceof RedisError ? new ConfigError(error.message) : error;
  });
}
