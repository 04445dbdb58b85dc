import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricsSource } from '../observe/metrics.ts';
import { type FromPrimary, type FromWorker, type MetricsAnswer, ownMessage } from './messages.ts';

/** In the primary process: the metrics of all workers together. */
export function clusterMetrics(): MetricsSource {
  const registry = new AggregatorRegistry();
  return { contentType: registry.contentType, text: () => registry.clusterMetrics() };
}

/** In the primary process: answers a worker's request for the metrics. */
export async function answerWorker(
  { id }: { id: number },
  worker: Worker,
  metrics: MetricsSource,
): Promise<void> {
  const answer = await metrics.text().then(
    (text): MetricsAnswer => ({ kind: 'metrics', id, text }),
    (): MetricsAnswer => ({ kind: 'no_metrics', id }),
  );
  if (worker.isConnected()) worker.send(answer);
}

/** In a worker: lets the primary process collect this worker's metrics, and requests those of all. */
export function workerMetrics(own: Registry): MetricsSource {
  AggregatorRegistry.setRegistries(own);
  // Creating the registry makes a worker answer.
  const { contentType } = new AggregatorRegistry();
  const waiting = new Map<number, (answer: MetricsAnswer) => void>();
  let nextId = 0;
  process.on('message', (received: unknown) => {
    const message = ownMessage<FromPrimary>(received);
    if (message?.kind !== 'metrics' && message?.kind !== 'no_metrics') return;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  return {
    contentType,
    text: () =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, (answer) => {
          if (answer.kind === 'metrics') resolve(answer.text);
          else reject(new Error('a worker did not report its metrics in time'));
        });
        sendToPrimary({ kind: 'metrics_wanted', id });
      }),
  };
}

/** In a worker: sends a message to the primary process. Does nothing in any other process. */
export function sendToPrimary(message: FromWorker): void {
  if (cluster.isWorker) process.send?.(message);
}
