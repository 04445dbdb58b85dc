/** A file of an import. */
export interface SourceFile {
  /** Segments joined by slashes, from the root of the import. */
  path: string;
  bytes: Uint8Array;
  /** Its address on the web. */
  url?: string;
}

/** When to give up: fetching also has a time limit; later steps stop only with the whole import. */
export interface LoadSignals {
  signal: AbortSignal;
  stopping: AbortSignal | undefined;
}

export interface SourceFiles {
  files: SourceFile[];
  /** Resources that could not be fetched. */
  failed: number;
}
