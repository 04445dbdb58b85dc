import { membership } from '../auth/access.ts';
import type { UserContext } from '../auth/context.ts';
import { findUser } from '../auth/users.ts';
import { notFound } from '../errors.ts';
import { type Route, route } from '../http/route.ts';
import { userObject } from '../serializers/user.ts';

export const userRoutes: readonly Route[] = [
  route('GET /v1/user', { profile: 'current', handle: (call) => userObject(call, call.user) }),

  route('GET /v1/users/{userId}', {
    profile: 'current',
    handle: (call) => {
      const user = findUser(call.db, call.params.userId);
      if (!user) throw notFound('User');
      // Only people in a common organization see an e-mail address, and guests must not see who else is there.
      return userObject(call, isColleague(call, user.id) ? user : { ...user, email: null });
    },
  }),
];

function isColleague({ db, user }: UserContext, other: string): boolean {
  const sql = 'SELECT organization AS id FROM member WHERE user = ? AND role IS NOT NULL';
  const organizations = db.all<{ id: string }>(sql, user.id);
  return other === user.id || organizations.some(({ id }) => membership(db, id, other));
}
