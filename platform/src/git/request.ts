import type { Actor } from '../content/draft.ts';
import type { GitRemote } from './remote.ts';

/** An import or export as it was asked for. */
export interface GitRequest {
  space: string;
  actor: Actor;
  at: GitRemote;
  /** `refs/heads/…` */
  ref: string;
  /** Where the content lies in the repository; empty for the root. */
  directory: string;
  /** Starts of the addresses at which people read files and commits. */
  treeUrl: string | undefined;
  commitUrl: string | undefined;
  force: boolean;
}

/** An address under a prefix; undefined without one. */
export function under(prefix: string | undefined, path: string): string | undefined {
  return prefix && `${prefix.replace(/\/$/, '')}/${path}`;
}
