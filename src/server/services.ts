import type { ServerContext } from '@modelcontextprotocol/server';
import type { PlatformClient } from '../client/index.ts';
import type { Access, Caller, Scope } from '../operations/index.ts';
import type { ReadCache } from '../resources/index.ts';
import type { NarrowableSurface, Surface } from '../tools/index.ts';
import type { ChangeHub } from './events/change-hub.ts';
import type { Observer } from './observe/observer.ts';
import type { ResultLinks } from './revisions.ts';
import type { UsedWords } from './used-words.ts';

/** What all callers share. */
export interface Services {
  client: PlatformClient;
  surface: Surface;
  scope: Scope;
  /** What was read lately, for each token on its own. */
  reads: ReadCache;
  /** Tells of changes; absent: nothing can be subscribed to. */
  changes?: ChangeHub;
  /** Shared by replicas, so that any of them can go on with a confirmation; absent: one of this process. */
  stateKey: string | undefined;
  /** Which words of people were used; replicas that have a Redis server share them. */
  usedWords: UsedWords;
  instructions: string;
  resultLinks: ResultLinks;
  /** Is told of every request. */
  observer: Observer;
  /** Who the caller is, where each replica has another token for the same one; absent: whose token it is. */
  principal?: string;
  /** Called after the tools were listed: the moment to start what the first call will need. */
  onListed?: () => void;
}

/** What the operator of a server offers, of which a caller may ask for less. */
export interface OperatorServices extends Services {
  surface: NarrowableSurface;
}

/** What operator and caller leave open, for the ways that do not go through a tool. */
export function accessOf({ scope, surface }: Pick<Services, 'scope' | 'surface'>): Access {
  return { scope, isExcluded: surface.isExcluded };
}

/** A running server; `close` ends it and resolves when nothing is left of it. */
export interface RunningServer {
  close(): Promise<void>;
}

/** The caller's token; asked for when a request needs it, never before. */
export type TokenSource = () => Promise<string>;

/** The revision of the protocol that a request is of. */
export type RevisionOf = (context: ServerContext) => string;

/** The caller behind one request of the protocol. */
export type CallerOf = (context: ServerContext) => Promise<Caller>;
