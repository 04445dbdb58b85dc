import { randomBytes } from 'node:crypto';
import { createClient } from '../client/index.ts';
import { ConfigError } from '../config/server.ts';
import { DEFAULT_HTTP } from '../server/http/options.ts';
import { ReadinessCheck } from '../server/monitored.ts';
import { WorkerCancellations } from '../server/workers/cancellations.ts';
import { answerWorker, clusterMetrics } from '../server/workers/metrics.ts';
import { WorkerPool, WorkerStartError } from '../server/workers/pool.ts';
import { NAME, VERSION } from '../version.ts';
import type { HttpSetup } from './http-setup.ts';
import { closeOnSignal } from './lifecycle.ts';
import { serveStatus } from './monitoring.ts';

/** Milliseconds for a worker to close everything after it finished its requests. */
const CLOSING_MS = 10_000;

/**
 * Serves HTTP in several processes that share the port. This process supervises them: it replaces workers that exit,
 * serves the metrics of all, and exits after the last of them.
 */
export async function serveWorkers({ config, flags, log }: HttpSetup): Promise<void> {
  const { platform, stateKey } = config;
  if (platform.kind === 'embedded') {
    throw new ConfigError(
      `--workers needs a platform that all workers reach: set DOCS_PLATFORM_URL, for example to that of "${NAME} platform"`,
    );
  }
  const hasLimits = (flags.rateLimit ?? flags.rateLimitPerAddress) !== undefined;
  if (hasLimits && config.redisUrl === undefined) {
    const { countForWorkers } = await import('../server/http/guards/limiter.ts');
    countForWorkers();
  }
  const metrics = clusterMetrics();
  const cancellations = new WorkerCancellations();
  const pool = new WorkerPool({
    count: flags.workers,
    // A confirmation that one worker requested may be answered to another.
    env: { DOCS_PLATFORM_STATE_KEY: stateKey ?? randomBytes(32).toString('hex') },
    graceMs: DEFAULT_HTTP.graceMs + CLOSING_MS,
    onExit: (exit) => log.write('error', { event: 'worker_exited', ...exit }),
    onMessage: (message, worker) => {
      if (message.kind === 'metrics_wanted') void answerWorker(message, worker, metrics);
      else cancellations.hear(message);
    },
  });
  try {
    const url = await pool.start();
    const client = createClient({ baseUrl: platform.url, userAgent: `${NAME}/${VERSION}` });
    const readiness = new ReadinessCheck({ reach: (signal) => client.reach(signal) });
    const listeners = await serveStatus(flags, { readiness, metrics }, log);
    log.say({ event: 'listening', msg: `MCP endpoint: ${url}`, workers: flags.workers });
    const draining = { close: async () => readiness.drain() };
    const written = { close: async () => log.flush() };
    closeOnSignal(draining, pool, client, ...listeners, written);
  } catch (error) {
    if (!(error instanceof WorkerStartError)) throw error;
    // The worker has reported the reason itself.
    process.exitCode = error.code;
  }
}
