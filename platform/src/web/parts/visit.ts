import type { Context } from '../../auth/context.ts';
import type { User } from '../../auth/schema.ts';
import type { Database } from '../../store/database.ts';

/** A request for a page by a signed-in person. */
export interface Visit extends Context {
  readonly db: Database;
  readonly user: User;
  readonly url: URL;
}
