import cluster from 'node:cluster';
import { Cancellations } from '../http/cancellations.ts';
import {
  type CancellationOrder,
  type FromPrimary,
  type FromWorker,
  ownMessage,
} from './messages.ts';
import { sendToPrimary } from './metrics.ts';

/** Milliseconds for all workers to answer a poll; a worker that exits meanwhile never does. */
const POLL_MS = 2_000;

interface Poll {
  key: string;
  waiting: number;
  found: number;
}

/**
 * In the primary process: cancels calls across workers, as the cancellation may arrive at a worker that does not hold
 * the call. It polls all workers first: if several hold a call that looks alike, none is cancelled.
 */
export class WorkerCancellations {
  readonly #polls = new Map<number, Poll>();
  #next = 0;

  hear(message: FromWorker): void {
    if (message.kind === 'cancel_wanted') this.#ask(message.key);
    else if (message.kind === 'calls') this.#count(message.poll, message.count);
  }

  #ask(key: string): void {
    const poll = this.#next++;
    const waiting = broadcast({ kind: 'calls_wanted', poll, key });
    this.#polls.set(poll, { key, waiting, found: 0 });
    setTimeout(() => this.#polls.delete(poll), POLL_MS).unref();
  }

  #count(number: number, count: number): void {
    const poll = this.#polls.get(number);
    if (!poll) return;
    poll.waiting -= 1;
    poll.found += count;
    if (poll.waiting > 0) return;
    this.#polls.delete(number);
    if (poll.found === 1) broadcast({ kind: 'give_up', key: poll.key });
  }
}

/** Broadcasts to all workers and returns their number. */
function broadcast(order: CancellationOrder): number {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
  for (const worker of workers) worker?.send(order);
  return workers.length;
}

/** In a worker: calls that a client can cancel through any worker. */
export function sharedCancellations(): Cancellations {
  const shared = new Cancellations((key) => sendToPrimary({ kind: 'cancel_wanted', key }));
  process.on('message', (received: unknown) => {
    const message = ownMessage<FromPrimary>(received);
    if (message?.kind === 'give_up') shared.giveUp(message.key);
    if (message?.kind !== 'calls_wanted') return;
    sendToPrimary({ kind: 'calls', poll: message.poll, count: shared.count(message.key) });
  });
  return shared;
}
