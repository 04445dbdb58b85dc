/** What a specification is made from, and how often that was set: only the newest attempt may write its outcome. */
export const OPENAPI_PROCESSING = `
ALTER TABLE openapi_spec ADD COLUMN source_blob TEXT REFERENCES blob(hash);
ALTER TABLE openapi_spec ADD COLUMN attempt INTEGER NOT NULL DEFAULT 0;
ALTER TABLE openapi_spec ADD COLUMN error_message TEXT;
`;

/** Whether anybody may read what a specification says. */
export const OPENAPI_VISIBILITY = `
ALTER TABLE openapi_spec ADD COLUMN visibility TEXT NOT NULL DEFAULT 'private';
`;
