import type { Role } from '../auth/roles.ts';
import type { User } from '../auth/schema.ts';
import { notFound } from '../errors.ts';
import type { Database } from '../store/database.ts';

/** A user as a member of an organization. A guest's role is null. */
export type MemberRow = User & { role: Role | null; joined_at: string };

/** Selects members as rows; the organization is bound first, and more conditions follow. */
export const MEMBERS = `SELECT user.*, member.role, member.joined_at
  FROM member JOIN user ON user.id = member.user WHERE member.organization = ?`;

/** The member of the organization with this user id; 404 otherwise. */
export function memberOf(db: Database, organization: string, user: string): MemberRow {
  const row = db.get<MemberRow>(`${MEMBERS} AND user.id = ?`, organization, user);
  if (!row) throw notFound('Member');
  return row;
}

/** A member in the form that the serializers need. */
export function membershipOf({ role, joined_at: joinedAt, ...user }: MemberRow) {
  return { user, role, joinedAt };
}
