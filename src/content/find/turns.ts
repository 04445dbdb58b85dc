/** How long work goes on before others get their turn, in milliseconds. */
const MAX_BUSY_MS = 10;

/** Waits for other work once this one went on for long enough; one for all steps of a piece of work. */
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
