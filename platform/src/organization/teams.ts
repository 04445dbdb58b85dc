import { membership } from '../auth/access.ts';
import { allows, type Role } from '../auth/roles.ts';
import type { Database } from '../store/database.ts';
import type { TeamRole, TeamRow } from './schema.ts';

/** The id of the member of an organization with this user id or e-mail address. */
export function findMember(db: Database, organization: string, user: string): string | undefined {
  if (membership(db, organization, user)) return user;
  const found = db.get<{ id: string }>(
    `SELECT user.id FROM user JOIN member ON member.user = user.id AND member.organization = ?
     WHERE LOWER(user.email) = LOWER(?) ORDER BY user.rowid LIMIT 1`,
    organization,
    user,
  );
  return found?.id;
}

/** Whether a user, who has `role` in the organization, may change who is in the team. */
export function managesTeam(
  { db, user }: { db: Database; user: { id: string } },
  team: TeamRow,
  role: Role | null,
): boolean {
  if (allows(role, 'admin')) return true;
  const sql = 'SELECT role FROM team_member WHERE team = ? AND user = ?';
  return db.get<{ role: TeamRole }>(sql, team.id, user.id)?.role === 'owner';
}

/**
 * Makes a user a member of the team with this role. Without one, new members are plain members and existing ones keep
 * their role.
 */
export function putTeamMember(db: Database, team: string, user: string, role?: TeamRole): void {
  db.run(
    `INSERT INTO team_member (team, user, role) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET role = COALESCE(?, role)`,
    team,
    user,
    role ?? 'member',
    role ?? null,
  );
}

/** Removes a user from a team; does nothing if the user is not in it. */
export function removeTeamMember(db: Database, team: string, user: string): void {
  db.run('DELETE FROM team_member WHERE team = ? AND user = ?', team, user);
}

export function countTeamMembers(db: Database, team: string): number {
  const sql = 'SELECT COUNT(*) AS total FROM team_member WHERE team = ?';
  return db.get<{ total: number }>(sql, team)?.total ?? 0;
}

/** The number of a user's teams in an organization. */
export function countTeams(db: Database, organization: string, user: string): number {
  const sql = `SELECT COUNT(*) AS total FROM team_member JOIN team ON team.id = team_member.team
    WHERE team.organization = ? AND team_member.user = ?`;
  return db.get<{ total: number }>(sql, organization, user)?.total ?? 0;
}

/** Deletes a team; its members keep their own grants. */
export function deleteTeam(db: Database, team: string): void {
  db.run('UPDATE saml_provider SET default_team = NULL WHERE default_team = ?', team);
  db.run('DELETE FROM team_member WHERE team = ?', team);
  db.run('DELETE FROM team WHERE id = ?', team);
}

/** The number of spaces that a team can access, through grants on them or on a collection around them. */
export function countTeamSpaces(db: Database, team: string): number {
  const sql = `WITH RECURSIVE given(id) AS (
      SELECT target FROM team_content_role WHERE team = ? AND role IS NOT NULL
      UNION SELECT collection.id FROM collection JOIN given ON collection.parent = given.id
    )
    SELECT COUNT(*) AS total FROM space
    WHERE deleted_at IS NULL AND (id IN (SELECT id FROM given) OR collection IN (SELECT id FROM given))`;
  return db.get<{ total: number }>(sql, team)?.total ?? 0;
}
