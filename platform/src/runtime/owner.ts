import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string>();

/** Does work, and whatever it starts, on behalf of somebody: owners take turns in the worker threads. */
export function asOwner<T>(owner: string, work: () => T): T {
  return owners.run(owner, work);
}

/** On whose behalf the current work is done; empty if nobody was named. */
export function currentOwner(): string {
  return owners.getStore() ?? '';
}
