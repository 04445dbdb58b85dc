/** Documents that were made on request, until they expire. */
export const PDF_EXPORTS = `
CREATE TABLE pdf_export (key TEXT PRIMARY KEY, bytes BLOB NOT NULL, expires_at TEXT NOT NULL) STRICT;
CREATE INDEX pdf_export_by_expiry ON pdf_export (expires_at);
`;
