/** Users and their tokens. */
export const USERS = `
CREATE TABLE user (
  id TEXT PRIMARY KEY, handle TEXT NOT NULL UNIQUE, display_name TEXT NOT NULL, email TEXT, photo_url TEXT
) STRICT;
CREATE TABLE token (hash TEXT PRIMARY KEY, user TEXT NOT NULL REFERENCES user(id), created_at TEXT NOT NULL) STRICT;
`;

export interface User {
  id: string;
  handle: string;
  display_name: string;
  email: string | null;
  photo_url: string | null;
}
