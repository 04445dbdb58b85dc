/** Documents that were made on request, until they expire. */
export const PDF_EXPORTS = `
CREATE TABLE pdf_export (key TEXT PRIMARY KEY, bytes BLOB NOT NULL, expires_at TEXT NOT NULL) STRICT;
CREATE INDEX pdf_export_by_expiry ON pdf_export (expires_at);
`;

/** The same document is kept once for each user. */
export const PDF_EXPORTS_OF_USERS = `
DROP TABLE pdf_export;
CREATE TABLE pdf_export (
  key TEXT PRIMARY KEY, user TEXT NOT NULL REFERENCES user(id), content TEXT NOT NULL, bytes BLOB NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX pdf_export_by_expiry ON pdf_export (expires_at);
CREATE INDEX pdf_export_by_user ON pdf_export (user, content);
`;
