import type { ServerResponse } from 'node:http';
import type { FairQueue } from '../../fair-queue.ts';

/** Leaves a queue before its turn. */
export type Leave = () => void;

/** A request that waits for its turn. */
export interface WaitingRequest {
  /** Its caller. */
  party: string;
  response: ServerResponse;
}

/** Adds a request to a queue. It leaves once its client is gone, and with it what it holds in memory. */
export function waitIn(
  queue: FairQueue,
  { party, response }: WaitingRequest,
  enter: () => void,
): Leave {
  const go = () => {
    response.off('close', leave);
    enter();
  };
  const holder = { party, work: go };
  const leave = () => {
    response.off('close', leave);
    queue.remove(holder, go);
  };
  queue.add(holder, go);
  response.once('close', leave);
  return leave;
}
