import type { ArgumentsOf, Operation, OutputOf } from '../operations/index.ts';

/** Sends an operation and returns its answer. Throws what the platform client throws. */
export interface Sender {
  send<O extends Operation>(operation: O, args: ArgumentsOf<O>): Promise<OutputOf<O>>;
}
