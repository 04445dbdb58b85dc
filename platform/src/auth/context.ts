import type { Database } from '../store/database.ts';
import type { User } from './schema.ts';

/** Which service the platform emulates: the contract's or the current one. */
export type Profile = 'contract' | 'current';

/** The user on whose behalf something is done, and the database. */
export interface UserContext {
  readonly db: Database;
  readonly user: User;
}

/** What the serializers need to show an object to a caller. */
export interface Context extends UserContext {
  /** `http://host:port` under which the caller reached the platform; all links start with it. */
  readonly origin: string;
  readonly profile: Profile;
}
