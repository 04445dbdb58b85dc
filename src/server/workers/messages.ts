/**
 * A worker's message to the primary process: its address, a request for the metrics of all workers, a cancelled call
 * that any worker may hold, or how many such calls it holds itself.
 */
export type FromWorker =
  | { kind: 'listening'; url: string }
  | { kind: 'metrics_wanted'; id: number }
  | { kind: 'cancel_wanted'; key: string }
  | { kind: 'calls'; poll: number; count: number };

/** The primary process's answer to a request for metrics. */
export type MetricsAnswer =
  | { kind: 'metrics'; id: number; text: string }
  | { kind: 'no_metrics'; id: number };

/** Broadcast to all workers when a client has cancelled a call. */
export type CancellationOrder =
  | { kind: 'calls_wanted'; poll: number; key: string }
  | { kind: 'give_up'; key: string };

export type FromPrimary = MetricsAnswer | CancellationOrder;

/** The message, if it is this program's own and not from a library on the same channel. */
export function ownMessage<T extends { kind: string }>(message: unknown): T | undefined {
  return typeof message === 'object' && message !== null && 'kind' in message
    ? (message as T)
    : undefined;
}
