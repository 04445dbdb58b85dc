import type { Role } from '../auth/roles.ts';
import { notFound } from '../errors.ts';
import type { Database } from '../store/database.ts';

/** Who gets a role on a target: a person, or all members of a team. */
export type Grantee = 'user' | 'team';

/** The role of a person or of a team on a collection, space or site; null takes access away. */
export interface Grant {
  target: string;
  kind: Grantee;
  id: string;
}

const TABLES: Readonly<Record<Grantee, string>> = {
  user: 'content_role',
  team: 'team_content_role',
};

/** Grants a role and replaces the previous one. */
export function grant(db: Database, { target, kind, id }: Grant, role: Role | null): void {
  db.run(
    `INSERT INTO ${TABLES[kind]} (target, ${kind}, role) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET role = excluded.role`,
    target,
    id,
    role,
  );
}

/** Changes a granted role; 404 if there is none. Without a role nothing changes. */
export function changeGrant(db: Database, given: Grant, role: Role | null | undefined): void {
  const { target, kind, id } = given;
  const sql = `SELECT 1 FROM ${TABLES[kind]} WHERE target = ? AND ${kind} = ?`;
  if (!db.get(sql, target, id)) throw notFound(`A role of ${kind} ${id}`);
  if (role !== undefined) grant(db, given, role);
}

/** Revokes a role but not inherited ones; returns whether there was one. */
export function revoke(db: Database, { target, kind, id }: Grant): boolean {
  const sql = `DELETE FROM ${TABLES[kind]} WHERE target = ? AND ${kind} = ?`;
  return db.run(sql, target, id) > 0;
}
