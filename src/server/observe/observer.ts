import { type Incoming, ObservedCall, type Sink } from './call.ts';

/** What is told of the requests to this server as they are worked on. */
export interface Observer {
  begin(incoming: Incoming): ObservedCall;
  /** A request was turned away with this HTTP status before it was read. */
  rejected(status: number): void;
}

/** Something that is told of requests that were turned away. */
export interface RejectionSink {
  rejected(status: number): void;
}

/** Tells these of every call, and of every request that was turned away. */
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

/** Tells nobody. */
export const UNOBSERVED: Observer = createObserver([]);
