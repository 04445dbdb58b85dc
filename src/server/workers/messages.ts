/** What a worker tells the primary process: where it listens, or that it is asked for the metrics of all workers. */
export type FromWorker =
  | { kind: 'listening'; url: string }
  | { kind: 'metrics_wanted'; id: number };

/** What the primary process answers. */
export type FromPrimary =
  | { kind: 'metrics'; id: number; text: string }
  | { kind: 'no_metrics'; id: number };

/** A message of ours, and none of the libraries that use the same channel. */
export function messageOf<T extends { kind: string }>(message: unknown): T | undefined {
  return typeof message === 'object' && message !== null && 'kind' in message
    ? (message as T)
    : undefined;
}
