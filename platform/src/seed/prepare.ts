import { firstAdministrator, grantToken, userOf } from '../auth/users.ts';
import { SetupError } from '../setup-error.ts';
import type { Database } from '../store/database.ts';
import { newToken } from '../store/ids.ts';
import { seedEmpty } from './empty.ts';
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

function admit(db: Database, token: string): void {
  const administrator = firstAdministrator(db);
  if (!administrator) throw new SetupError('The platform has no administrator to give a token to.');
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new SetupError('A token has no spaces, and only letters, digits and signs of ASCII.');
  }
  grantToken(db, token, administrator, new Date().toISOString());
  if (userOf(db, token)?.id !== administrator) {
    throw new SetupError('The token stands for another user already; choose another.');
  }
}
