import type { ServerContext } from '@modelcontextprotocol/server';
import type { PlatformClient } from '../client/index.ts';
import type { Access, Caller, Scope } from '../operations/index.ts';
import type { ReadCache } from '../resources/index.ts';
import type { RestrictableSurface, Surface } from '../tools/index.ts';
import type { ChangeHub } from './events/change-hub.ts';
import type { Observer } from './observe/observer.ts';
import type { ResultLinks } from './revisions.ts';
import type { UsedConfirmations } from './used-confirmations.ts';

/** What all callers share. */
export interface Dependencies {
  client: PlatformClient;
  surface: Surface;
  scope: Scope;
  /** A cache of recent reads, separate for each token. */
  reads: ReadCache;
  /** Notifies of changes; absent: no subscriptions. */
  changes?: ChangeHub;
  /** Shared by replicas, so that any of them can continue a confirmation; absent: a key of this process. */
  stateKey: string | undefined;
  /** The confirmations that were used. Replicas with a Redis server share them. */
  usedConfirmations: UsedConfirmations;
  /** The text that a host gives its model about a server with these toolsets. */
  instructions(toolsets: readonly string[]): string;
  resultLinks: ResultLinks;
  /** Observes every request. */
  observer: Observer;
  /**
   * The caller's identity, if each replica has another token for the same caller; absent: the token identifies the
   * caller.
   */
  principal?: string;
  /** Called after the tools were listed: the moment to prepare what the first call needs. */
  onListed?: () => void;
}

/** What the operator of a server offers. A caller may ask for less. */
export interface OperatorDependencies extends Dependencies {
  surface: RestrictableSurface;
}

/** What operator and caller allow, for code paths that do not go through a tool. */
export function accessOf({ scope, surface }: Pick<Dependencies, 'scope' | 'surface'>): Access {
  return { scope, isExcluded: surface.isExcluded };
}

/** A running server; `close` ends it and resolves when everything is released. */
export interface RunningServer {
  close(): Promise<void>;
}

/** The caller's token, requested only when a request needs it. */
export type TokenProvider = () => Promise<string>;

/** The protocol revision of a request. */
export type RevisionOf = (context: ServerContext) => string;

/** The caller behind one request of the protocol. */
export type CallerOf = (context: ServerContext) => Promise<Caller>;
