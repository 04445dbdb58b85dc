interface Closable {
  close(): Promise<void>;
}

/** Ends the process in order, and only once, when it is told to. */
export function closeOnSignal(...parts: Closable[]): () => Promise<void> {
  const close = async () => {
    for (const part of parts) await part.close();
    process.exit(0);
  };
  process.once('SIGINT', close).once('SIGTERM', close);
  return close;
}
