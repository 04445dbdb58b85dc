/** A function that runs once, on the first call, and returns the same promise to every caller. */
export interface Once<T> {
  (): Promise<T>;
  /** The promise if it was called already, else undefined. */
  readonly started?: Promise<T>;
}

export function once<T>(work: () => Promise<T>): Once<T> {
  let started: Promise<T> | undefined;
  const run = () => {
    started ??= work();
    return started;
  };
  return Object.defineProperty(run, 'started', { get: () => started });
}
