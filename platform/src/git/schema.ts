/** The repository a space was last synchronised with, and the operation that was last started on it. */
export const GIT_SYNC = `
CREATE TABLE git_sync (
  space TEXT PRIMARY KEY REFERENCES space(id), repository TEXT NOT NULL, provider TEXT, url TEXT NOT NULL,
  timestamp TEXT, updated_at TEXT NOT NULL
) STRICT;
CREATE TABLE git_run (
  space TEXT PRIMARY KEY REFERENCES space(id), id TEXT NOT NULL, operation TEXT NOT NULL, status TEXT NOT NULL,
  error TEXT, revision TEXT, commit_id TEXT, commit_url TEXT, started_at TEXT NOT NULL, finished_at TEXT
) STRICT;
-- The file of a page as it was last read or written: files keep their names when pages move.
CREATE TABLE git_page (
  space TEXT NOT NULL REFERENCES space(id), page TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (space, page)
) STRICT, WITHOUT ROWID;
`;
