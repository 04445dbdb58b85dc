/** A file of what is imported. */
export interface SourceFile {
  /** Segments joined by slashes, from the root of the import. */
  path: string;
  bytes: Uint8Array;
  /** Where it was found on the web. */
  url?: string;
}

/** When to give up: fetching also when it takes too long, what comes after it only with all the rest. */
export interface LoadSignals {
  signal: AbortSignal;
  stopping: AbortSignal | undefined;
}

export interface SourceFiles {
  files: SourceFile[];
  /** Resources that were found and could not be taken. */
  failed: number;
}
