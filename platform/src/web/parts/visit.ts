import type { User } from '../../auth/users.ts';
import type { Database } from '../../store/database.ts';
import type { Context } from '../../views/context.ts';

/** A request for a page by somebody signed in. */
export interface Visit extends Context {
  readonly db: Database;
  readonly user: User;
  readonly url: URL;
}
