import type { Context } from '../auth/context.ts';
import type { User } from '../auth/schema.ts';
import { userById } from '../auth/users.ts';
import type { Contribution } from '../content/contributors.ts';
import { location, present } from './context.ts';

export function userObject(context: Context, user: User) {
  return {
    object: 'user' as const,
    id: user.id,
    displayName: user.display_name,
    ...present({ email: user.email, photoURL: user.photo_url }),
    urls: { location: location(context, `/users/${user.id}`) },
  };
}

/** A user's contribution to a change request. */
export function contributionObject(
  context: Context,
  { user, count, updatedAt }: Contribution,
  actionType: 'edit' | 'comment',
) {
  return { user: userObject(context, userById(context.db, user)), count, updatedAt, actionType };
}
