import { ApiError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { sha256 } from '../store/ids.ts';
import type { User } from './schema.ts';

/** The user behind `Authorization: Bearer …`; 401 without a token or with an unknown one. */
export function authenticate(db: Database, authorization: string | undefined): User {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw unauthorized('Send the access token as Authorization: Bearer <token>');
  const user = userOf(db, token);
  if (!user) throw unauthorized('The access token is not valid');
  return user;
}

/** The user that a token belongs to. */
export function userOf(db: Database, token: string): User | undefined {
  return db.get<User>(
    'SELECT user.* FROM token JOIN user ON user.id = token.user WHERE token.hash = ?',
    sha256(token),
  );
}

/** Registers a token for a user; only its hash is stored. */
export function grantToken(db: Database, token: string, user: string, at: string): void {
  db.run('INSERT OR IGNORE INTO token VALUES (?, ?, ?)', sha256(token), user, at);
}

/** The id of the first administrator, who owns the operator's token. */
export function firstAdministrator(db: Database): string | undefined {
  return db.get<{ user: string }>(
    "SELECT user FROM member WHERE role = 'admin' ORDER BY joined_at, rowid LIMIT 1",
  )?.user;
}

export function findUser(db: Database, id: string): User | undefined {
  return db.get<User>('SELECT * FROM user WHERE id = ?', id);
}

export function userById(db: Database, id: string): User {
  const user = findUser(db, id);
  if (!user) throw new Error(`User ${id} is referenced and missing`);
  return user;
}

function unauthorized(message: string): ApiError {
  return new ApiError(401, message, { 'www-authenticate': 'Bearer' });
}
