import type { Database } from '../store/database.ts';
import type { User } from './schema.ts';

/** Who asks, and the data that is asked. */
export interface Caller {
  readonly db: Database;
  readonly user: User;
}

/** What is needed to show a thing to a caller. */
export interface Context extends Caller {
  /** `http://host:port` under which the caller reached the platform; all links start with it. */
  readonly origin: string;
}
