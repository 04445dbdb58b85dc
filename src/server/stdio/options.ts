import type { Readable, Writable } from 'node:stream';
import type { ChangeHub } from '../events/change-hub.ts';
import type { Opening } from '../fast-path/prebuilt.ts';
import type { Observer } from '../observe/observer.ts';
import type { RunningServer, Services, TokenSource } from '../services.ts';

/** A server of one caller, which may end by itself. */
export interface RunningStdio extends RunningServer {
  /** Resolves when the client is gone, and has taken the answers to all that it asked. */
  readonly finished: Promise<void>;
}

/** What answers calls. */
export interface Backend {
  services: Omit<Services, 'observer' | 'changes'>;
  token: TokenSource;
}

export interface StdioOptions {
  /** What is answered before anything is loaded; undefined: nothing is. */
  opening: Opening | undefined;
  /** Loads what answers calls; asked each time, and to give the same. */
  connection(): Promise<Backend>;
  /** Loads what tells of changes. */
  changes(): Promise<ChangeHub>;
  /** Is told of every request. */
  observer: Observer;
  /** Told of problems that no client is told of. */
  report(problem: Error): void;
  /** Have what calls need loaded and started when the tools were listed, not at the first call. */
  prepare: boolean;
}

export interface Streams {
  input: Readable;
  output: Writable;
}
