/** A part that has to close before the process exits. */
export interface Closable {
  close(): Promise<void>;
}

/**
 * Windows ends a process on SIGTERM without notice; there Ctrl+Break and a closed console give notice. Elsewhere
 * SIGHUP is left to `nohup`.
 */
const ENDING_SIGNALS: readonly NodeJS.Signals[] =
  process.platform === 'win32'
    ? ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP']
    : ['SIGINT', 'SIGTERM'];

/** Closes the parts in order on the first termination signal, then exits. A second signal exits at once. */
export function closeOnSignal(...parts: Closable[]): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(parts).then(() => process.exit(0));
    return closing;
  };
  for (const signal of ENDING_SIGNALS) process.once(signal, close);
  return close;
}

/** Closes the parts in order. */
export async function closeAll(parts: readonly Closable[]): Promise<void> {
  for (const part of parts) await part.close();
}
