/** Specifications, and every version of them. */
export const OPENAPI = `
CREATE TABLE openapi_spec (
  id TEXT PRIMARY KEY, organization TEXT NOT NULL REFERENCES organization(id), slug TEXT NOT NULL, source_url TEXT,
  processing_state TEXT NOT NULL, error_code TEXT, last_version TEXT, processed_at TEXT,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE (organization, slug)
) STRICT;
CREATE TABLE openapi_version (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  spec TEXT NOT NULL REFERENCES openapi_spec(id) ON DELETE CASCADE, blob TEXT NOT NULL REFERENCES blob(hash),
  file_name TEXT NOT NULL, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX openapi_version_by_spec ON openapi_version (spec, sequence);
`;

/** The source of a specification, and how often it was set: only the newest attempt may write its outcome. */
export const OPENAPI_PROCESSING = `
ALTER TABLE openapi_spec ADD COLUMN source_blob TEXT REFERENCES blob(hash);
ALTER TABLE openapi_spec ADD COLUMN attempt INTEGER NOT NULL DEFAULT 0;
ALTER TABLE openapi_spec ADD COLUMN error_message TEXT;
`;

/** Whether anybody may read a specification. */
export const OPENAPI_VISIBILITY = `
ALTER TABLE openapi_spec ADD COLUMN visibility TEXT NOT NULL DEFAULT 'private';
`;

export interface SpecRow {
  id: string;
  organization: string;
  slug: string;
  source_url: string | null;
  /** The document itself if it was given as text. */
  source_blob: string | null;
  /** How often a source was set. */
  attempt: number;
  processing_state: string;
  error_code: string | null;
  error_message: string | null;
  visibility: 'private' | 'public';
  last_version: string | null;
  processed_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface SpecVersionRow {
  sequence: number;
  id: string;
  spec: string;
  blob: string;
  file_name: string;
  created_at: string;
}
