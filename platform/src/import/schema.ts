/** Imports that run in the background. `source` and `pages` are JSON. */
export const IMPORT_RUNS = `
CREATE TABLE import_run (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  organization TEXT NOT NULL REFERENCES organization(id), space TEXT NOT NULL REFERENCES space(id),
  change_request TEXT REFERENCES change_request(id), page TEXT, site TEXT, source TEXT NOT NULL, status TEXT NOT NULL,
  reason TEXT, pages TEXT, created_by TEXT NOT NULL REFERENCES user(id), created_at TEXT NOT NULL, started_at TEXT,
  completed_at TEXT, updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX import_run_by_organization ON import_run (organization, sequence);
`;

export const RUN_STATUSES = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const;

export type RunStatus = (typeof RUN_STATUSES)[number];

/** `source` and `pages` are JSON. */
export interface ImportRunRow {
  sequence: number;
  id: string;
  organization: string;
  space: string;
  change_request: string | null;
  page: string | null;
  site: string | null;
  source: string;
  status: RunStatus;
  /** Why it failed. */
  reason: string | null;
  pages: string | null;
  created_by: string;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  updated_at: string;
  /** Who runs it. */
  owner: string | null;
}

/** A page created by an import. */
export interface ImportedPage {
  id: string;
  sourceURL?: string;
  type: 'page' | 'folder';
  status: 'complete';
}
