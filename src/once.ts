/** A function that does its work at the first call and gives every caller the same promise. */
export interface Once<T> {
  (): Promise<T>;
  /** What was begun; undefined while nobody has called. */
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
