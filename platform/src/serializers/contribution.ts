import type { Context } from '../auth/context.ts';
import { userById } from '../auth/users.ts';
import type { Contribution } from '../content/contributors.ts';
import { userObject } from './user.ts';

/** A user's contribution to a change request. */
export function contributionObject(
  context: Context,
  { user, count, updatedAt }: Contribution,
  actionType: 'edit' | 'comment',
) {
  return { user: userObject(context, userById(context.db, user)), count, updatedAt, actionType };
}
