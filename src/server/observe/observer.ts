import { type Incoming, ObservedCall, type Sink } from './call.ts';

/** Observes the requests to this server. */
export interface Observer {
  begin(incoming: Incoming): ObservedCall;
  /** A request was refused with this HTTP status before it was read. */
  rejected(status: number): void;
}

/** Observes refused requests. */
export interface RejectionSink {
  rejected(status: number): void;
}

/** Passes every call and every refused request to these observers. */
export function createObserver(
  sinks: readonly Sink[],
  rejections: readonly RejectionSink[] = [],
): Observer {
  return {
    begin: (incoming) => new ObservedCall(incoming, sinks),
    rejected: (status) => {
      for (const sink of rejections) sink.rejected(status);
    },
  };
}

/** Ignores everything. */
export const UNOBSERVED: Observer = createObserver([]);
