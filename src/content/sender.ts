import type { Arguments } from '../operations/index.ts';

/** Sends the operation behind a tool and gives its answer; throws what the platform client throws. */
export interface Sender {
  send<T>(tool: string, args: Arguments): Promise<T>;
}
