import type { ArgumentsOf, Operation, OutputOf } from '../operations/index.ts';
import type { JobCaller } from '../thread-pool.ts';

/** Sends operations for one caller. */
export interface Sender {
  readonly caller: JobCaller;
  /** Returns the answer. Throws what the platform client throws. */
  send<O extends Operation>(operation: O, args: ArgumentsOf<O>): Promise<OutputOf<O>>;
}
