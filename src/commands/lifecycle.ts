/** Something that a process has to end before it ends itself. */
export interface Closable {
  close(): Promise<void>;
}

/**
 * Windows ends a process that is sent SIGTERM without telling it; there Ctrl+Break and a closed console tell it. Elsewhere
 * SIGHUP is left to `nohup`.
 */
const ENDING_SIGNALS: readonly NodeJS.Signals[] =
  process.platform === 'win32'
    ? ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP']
    : ['SIGINT', 'SIGTERM'];

/**
 * Ends the parts in their order, and then the process, when it is told to end; only once, however often it is told. A
 * signal that comes again ends the process at once.
 */
export function closeOnSignal(...parts: Closable[]): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(parts).then(() => process.exit(0));
    return closing;
  };
  for (const signal of ENDING_SIGNALS) process.once(signal, close);
  return close;
}

/** Ends the parts in their order. */
export async function closeAll(parts: readonly Closable[]): Promise<void> {
  for (const part of parts) await part.close();
}
