import { firstAdministrator, grantToken, userOf } from '../auth/users.ts';
import { SetupError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { newId, newToken } from '../store/ids.ts';
import { demonstration } from './prebuilt.ts';

export type Seed = 'demo' | 'empty';

/** The tokens for access. */
interface DemoAccess {
  /** Tokens of the demonstration users by handle, if they exist. */
  tokens: Record<string, string>;
  /** The token of an administrator; undefined if none was given: only hashes of the existing ones are kept. */
  operatorToken: string | undefined;
}

/**
 * Seeds a platform that is still empty, and gives its first administrator the given token. Two processes may open a
 * new folder at once, so everything is one transaction.
 */
export function seedOnce(db: Database, seed: Seed, given: string | undefined): DemoAccess {
  const demo = demonstration();
  return db.write(() => {
    const fresh = db.get('SELECT 1 FROM organization LIMIT 1') === undefined;
    if (fresh) (seed === 'demo' ? demo.seed : seedEmpty)(db);
    const tokens = Object.fromEntries(
      Object.entries(demo.tokens).filter(([, token]) => userOf(db, token)),
    );
    const token = given ?? (fresh && seed === 'empty' ? newToken() : undefined);
    if (token !== undefined) admit(db, token);
    return { tokens, operatorToken: token ?? Object.values(tokens)[0] };
  });
}

/** Writes what a platform needs before anybody can use it: one organization with one administrator. */
function seedEmpty(db: Database): void {
  const at = new Date().toISOString();
  const [organization, user] = [newId(), newId()];
  db.run(
    `INSERT INTO organization (id, title, type, plan, email_domains, sso, ai, invite_links, created_at)
     VALUES (?, 'My organization', 'business', 'pro_2024', '[]', 0, 1, 1, ?)`,
    organization,
    at,
  );
  db.run("INSERT INTO user VALUES (?, 'admin', 'Administrator', NULL, NULL)", user);
  db.run("INSERT INTO member VALUES (?, ?, 'admin', ?)", organization, user, at);
}

function admit(db: Database, token: string): void {
  const administrator = firstAdministrator(db);
  if (!administrator) throw new SetupError('The platform has no administrator to give a token to.');
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new SetupError('A token has no spaces, and only letters, digits and signs of ASCII.');
  }
  grantToken(db, token, administrator, new Date().toISOString());
  if (userOf(db, token)?.id !== administrator) {
    throw new SetupError('The token belongs to another user already; choose another.');
  }
}
