/** Imports that run on after they were asked for. `source`, `target` and `pages` are JSON. */
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
