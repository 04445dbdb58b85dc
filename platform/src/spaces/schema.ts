import type { AccessLevel } from '../organization/schema.ts';

/** Spaces, which contain content. */
export const SPACES = `
CREATE TABLE space (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), collection TEXT REFERENCES collection(id),
  title TEXT NOT NULL, emoji TEXT NOT NULL, visibility TEXT NOT NULL, edit_mode TEXT, default_level TEXT,
  position TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, deleted_at TEXT,
  next_number INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX space_by_collection ON space (collection, position, id);
CREATE INDEX space_by_organization ON space (organization, id);
`;

/** Settings of a space besides its title and access. */
export const SPACE_SETTINGS = `
ALTER TABLE space ADD COLUMN language TEXT;
ALTER TABLE space ADD COLUMN icon TEXT;
ALTER TABLE space ADD COLUMN merge_rules TEXT;
`;

export interface SpaceRow {
  id: string;
  organization: string;
  collection: string | null;
  title: string;
  emoji: string;
  visibility: string;
  edit_mode: string | null;
  default_level: AccessLevel;
  position: string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  next_number: number;
  language: string | null;
  /** The address of a picture, in place of the emoji. */
  icon: string | null;
  /** As JSON; null: the organization's rules. */
  merge_rules: string | null;
}
