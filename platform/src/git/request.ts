import type { Actor } from '../content/draft.ts';
import type { GitRemote } from './remote.ts';

/** A requested import or export. */
export interface GitRequest {
  space: string;
  actor: Actor;
  at: GitRemote;
  /** `refs/heads/…` */
  ref: string;
  /** The folder of the content in the repository; empty for the root. */
  directory: string;
  /** Address prefixes at which people read files and commits. */
  treeUrl: string | undefined;
  commitUrl: string | undefined;
  force: boolean;
}

/** An address under a prefix; undefined if there is no prefix. */
export function pathUnder(prefix: string | undefined, path: string): string | undefined {
  return prefix && `${prefix.replace(/\/$/, '')}/${path}`;
}
