/** A worker's message to the primary process: its address, or a request for the metrics of all workers. */
export type FromWorker =
  | { kind: 'listening'; url: string }
  | { kind: 'metrics_wanted'; id: number };

/** The primary process's answer. */
export type FromPrimary =
  | { kind: 'metrics'; id: number; text: string }
  | { kind: 'no_metrics'; id: number };

/** Whether a message is ours rather than from a library on the same channel. */
export function messageOf<T extends { kind: string }>(message: unknown): T | undefined {
  return typeof message === 'object' && message !== null && 'kind' in message
    ? (message as T)
    : undefined;
}
