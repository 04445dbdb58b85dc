import type { Accessed } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import { spacePermissions } from '../auth/roles.ts';
import { primaryHead } from '../content/revisions.ts';
import { countComments } from '../discussion/comments.ts';
import { mergeRulesOf } from '../review/merge-rules.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import type { Database } from '../store/database.ts';
import { app, location, older, present } from './context.ts';
import { gitSyncObject } from './git.ts';

export function spaceObject(context: Context, { row, role }: Accessed<SpaceRow>) {
  const { db } = context;
  const open = countChangeRequests(db, row.id, 'open');
  const draft = countChangeRequests(db, row.id, 'draft');
  return {
    object: 'space' as const,
    id: row.id,
    ...older(context, { type: 'document' as const }),
    title: row.title,
    emoji: row.emoji,
    visibility: row.visibility,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...present({
      deletedAt: row.deleted_at,
      editMode: row.edit_mode,
      parent: row.collection,
      language: row.language,
      gitSync: gitSyncObject(db, row.id),
    }),
    mergeRules: mergeRulesOf(row),
    urls: {
      location: location(context, `/spaces/${row.id}`),
      app: app(context, `/s/${row.id}`),
      ...present({ icon: row.icon }),
    },
    organization: row.organization,
    revision: primaryHead(db, row.id).id,
    defaultLevel: row.default_level,
    comments: countComments(db, { branch: row.id, status: 'open' }),
    changeRequests: open + draft,
    changeRequestsOpen: open,
    changeRequestsDraft: draft,
    permissions: spacePermissions(role),
  };
}

function countChangeRequests(db: Database, space: string, status: string): number {
  const sql = 'SELECT COUNT(*) AS total FROM change_request WHERE space = ? AND status = ?';
  return db.get<{ total: number }>(sql, space, status)?.total ?? 0;
}
