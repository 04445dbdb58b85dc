/** The repository a space was last synchronised with, and the last operation on it. */
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

/**
 * The files of a repository as they were last read or written, so that unchanged content is written unchanged. While
 * an operation runs, its rows have a temporary name in place of the space's id.
 */
export const GIT_SOURCES = `
-- The file of a page, its content, and the state of the page (JSON) that the content stands for.
CREATE TABLE git_source (
  space TEXT NOT NULL, page TEXT NOT NULL, path TEXT NOT NULL, blob TEXT REFERENCES blob(hash), state TEXT,
  PRIMARY KEY (space, page)
) STRICT, WITHOUT ROWID;
INSERT INTO git_source (space, page, path) SELECT space, page, path FROM git_page;
DROP TABLE git_page;
CREATE TABLE git_file (
  space TEXT NOT NULL, file TEXT NOT NULL, path TEXT NOT NULL, oid TEXT NOT NULL, PRIMARY KEY (space, file)
) STRICT, WITHOUT ROWID;
-- .gitbook.yaml and SUMMARY.md; entries: ids of the pages that the SUMMARY.md lists (JSON); redirects: page ids by path (JSON).
CREATE TABLE git_tree (
  space TEXT PRIMARY KEY, project BLOB, summary BLOB, entries TEXT NOT NULL, redirects TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** The content of a text that pages include in the repository; the space has it with other links. */
export const INCLUDED_SOURCES = `
ALTER TABLE git_file ADD COLUMN source TEXT REFERENCES blob(hash);
`;

/** Which use of the database runs an operation: one that has ended cannot finish it. */
export const RUN_OWNERS = `
ALTER TABLE git_run ADD COLUMN owner TEXT;
ALTER TABLE import_run ADD COLUMN owner TEXT;
`;

/** Values by the names of the variables in `.gitbook/vars.yaml` (JSON). */
export const TREE_VARS = `
ALTER TABLE git_tree ADD COLUMN vars TEXT NOT NULL DEFAULT '{}';
`;
