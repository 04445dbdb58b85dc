import type { Readable, Writable } from 'node:stream';
import type { Dependencies, RunningServer, TokenProvider } from '../dependencies.ts';
import type { ChangeHub } from '../events/change-hub.ts';
import type { Prebuilt } from '../fast-path/prebuilt.ts';
import type { Observer } from '../observe/observer.ts';

/** A server for one caller, which may end by itself. */
export interface RunningStdio extends RunningServer {
  /** Resolves when the client is gone and has received all its answers. */
  readonly finished: Promise<void>;
}

/** What a stdio server needs. */
export interface Backend {
  dependencies: Omit<Dependencies, 'observer' | 'changes'>;
  token: TokenProvider;
}

export interface StdioOptions {
  /** What the build wrote down; undefined: nothing. */
  prebuilt: Prebuilt | undefined;
  /** Loads what calls depend on; called each time and returns the same. */
  connection(): Promise<Backend>;
  /** Loads the source of change notifications. */
  changes(): Promise<ChangeHub>;
  /** Observes every request. */
  observer: Observer;
  /** Called with problems that no client learns of. */
  report(problem: Error): void;
  /** Called after the tools were listed, to load and start what calls need. */
  prepare: boolean;
}

export interface Streams {
  input: Readable;
  output: Writable;
}
