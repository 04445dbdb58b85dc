/** Milliseconds of work before other callers get a turn. */
const MAX_BUSY_MS = 10;

/** Yields to other work after a time slice. One instance serves all steps of a piece of work. */
export function turns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < MAX_BUSY_MS) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}
