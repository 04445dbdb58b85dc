/** Browser sessions, and the identities of site visitors. */
export const WEB_PAGES = `
-- Of a person signed in with a token, or of a visitor who came to a site with a share link or a signed token.
CREATE TABLE web_session (
  hash TEXT PRIMARY KEY, token TEXT REFERENCES token(hash) ON DELETE CASCADE,
  site TEXT REFERENCES site(id) ON DELETE CASCADE, share_link TEXT REFERENCES share_link(id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX web_session_by_expiry ON web_session (expires_at);
-- Signs the tokens of visitors.
CREATE TABLE site_visitor_key (site TEXT PRIMARY KEY REFERENCES site(id) ON DELETE CASCADE, key TEXT NOT NULL) STRICT;
INSERT INTO site_visitor_key SELECT id, lower(hex(randomblob(32))) FROM site;
`;

/** Sessions that show a preview of a site, published or not. */
export const WEB_PREVIEWS = `
ALTER TABLE web_session ADD COLUMN preview INTEGER NOT NULL DEFAULT 0;
`;
