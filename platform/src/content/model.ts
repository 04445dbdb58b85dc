/** A state of one branch: revision `seq` of it. */
export interface Layer {
  branch: string;
  seq: number;
}

/**
 * A state of a space's content: the primary branch at some revision and, for a change request, its own branch over it.
 * A page or file in the overlay, even a deletion, hides the one in the base.
 */
export interface ContentState {
  space: string;
  overlay: Layer | null;
  base: Layer;
}

/** Optional values of a page, stored as one JSON object under the API's names. */
export interface PageAttributes {
  emoji?: string;
  icon?: string;
  description?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  condition?: string;
  /** The page's title in the table of contents. */
  linkTitle?: string;
  /** The page's presentation, as JSON: only frontmatter can set it. */
  presentation?: string;
  /** The target of a page of type `link`, in the stored form of links. */
  href?: string;
}

export type PageType = 'document' | 'group' | 'link';

/** One version of a page. A deleted page keeps its last values, so that its place stays known. */
export interface Page {
  id: string;
  deleted: boolean;
  type: PageType;
  parent: string | null;
  /** Fractional key that orders siblings. */
  position: string;
  slug: string;
  title: string;
  /** Id of the text; equal texts share one. Null for an empty page. */
  document: string | null;
  attributes: PageAttributes;
  createdAt: string;
  updatedAt: string;
}

export interface File {
  id: string;
  deleted: boolean;
  name: string;
  contentType: string;
  size: number;
  width: number | null;
  height: number | null;
  /** Hash of the bytes. */
  blob: string;
}

export type RevisionType = 'edits' | 'merge' | 'update';

export interface Revision {
  id: string;
  space: string;
  branch: string;
  seq: number;
  base_seq: number;
  type: RevisionType;
  author: string | null;
  created_at: string;
  /** JSON array of revision ids. */
  parents: string;
  merged_from: string | null;
}
