import { z } from 'zod';
import { conflict, notFound } from '../errors.ts';
import type { Database, SqlValue } from '../store/database.ts';
import { type Actor, Draft } from './draft.ts';
import { requireFree } from './gradual.ts';
import type { ContentState, RevisionType } from './model.ts';
import { headOf, insertRevision, primaryHead } from './revisions.ts';

export type ChangeRequestStatus = 'draft' | 'open' | 'archived' | 'merged';

export interface ChangeRequest {
  id: string;
  space: string;
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  /** A document tree as JSON. */
  description: string | null;
  created_by: string;
  created_at: string;
  updated_at: string;
  /** The active revision: of its own branch, or the primary one it was made from while nothing was changed. */
  revision: string;
  revision_initial: string;
  revision_ancestor: string | null;
  revision_merged: string | null;
  /** Newest revision of its branch; 0 if there is none yet. */
  seq: number;
  /** The primary revision that it is based on. */
  base_seq: number;
}

/** A change request in a list, which is sorted without descriptions: they may be long. */
export type ListedRequest = Omit<ChangeRequest, 'description'>;

/** The columns of a `ListedRequest`. */
export const LISTED_COLUMNS = `id, space, number, status, subject, created_by, created_at, updated_at, revision,
  revision_initial, revision_ancestor, revision_merged, seq, base_seq`;

export function describedRequest(db: Database, request: ListedRequest): ChangeRequest {
  const sql = 'SELECT description FROM change_request WHERE id = ?';
  const { description = null } = db.get<Pick<ChangeRequest, 'description'>>(sql, request.id) ?? {};
  return { ...request, description };
}

/** Creates an empty change request on the space's newest revision. */
export function createChangeRequest(
  db: Database,
  space: string,
  actor: Actor,
  given: { subject: string; status: ChangeRequestStatus },
): ChangeRequest {
  const head = primaryHead(db, space);
  const id = actor.newId();
  const row = db.get<{ number: number }>(
    'UPDATE space SET next_number = next_number + 1 WHERE id = ? RETURNING next_number - 1 AS number',
    space,
  );
  db.run(
    `INSERT INTO change_request (id, space, number, status, subject, created_by, created_at, updated_at,
       revision, revision_initial, seq, base_seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
    id,
    space,
    row?.number ?? 0,
    given.status,
    given.subject,
    actor.user,
    actor.at,
    actor.at,
    head.id,
    head.id,
    head.seq,
  );
  return findChangeRequest(db, space, id);
}

/** Finds a change request by id or by its number in the space; 404 otherwise. */
export function findChangeRequest(db: Database, space: string, idOrNumber: string): ChangeRequest {
  const number = /^\d{1,15}$/.test(idOrNumber) ? Number(idOrNumber) : -1;
  const found = db.get<ChangeRequest>(
    'SELECT * FROM change_request WHERE space = ? AND (id = ? OR number = ?)',
    space,
    idOrNumber,
    number,
  );
  if (!found) throw notFound('Change request');
  return found;
}

/** Its content: its own branch over the revision of the primary branch it is based on. */
export function changeRequestState({ id, space, seq, base_seq }: ChangeRequest): ContentState {
  return { space, overlay: { branch: id, seq }, base: { branch: space, seq: base_seq } };
}

/** Whether the primary content changed since the change request was created or last updated. */
export function isOutdated(db: Database, request: ChangeRequest): boolean {
  return request.status !== 'merged' && primaryHead(db, request.space).seq > request.base_seq;
}

/** Throws 409 if its content can no longer change. */
export function requireActive(request: ChangeRequest, what: string): void {
  if (request.status === 'merged' || request.status === 'archived') {
    const hint = request.status === 'archived' ? '; reopen it first' : '';
    throw conflict(
      `Change request ${request.number} is ${request.status} and cannot be ${what}${hint}`,
    );
  }
}

/** A draft of the next revision of a change request. Waits for who is writing one; see `requireFree`. */
export function draftOf(
  db: Database,
  request: ChangeRequest,
  actor: Actor,
  baseSeq = request.base_seq,
): Draft {
  requireFree(db, request.id);
  const next = { ...request, seq: request.seq + 1, base_seq: baseSeq };
  return new Draft(db, changeRequestState(next), actor);
}

/** Commits the draft as the active revision of the change request; returns the revision's id. */
export function commitDraft(
  draft: Draft,
  request: ChangeRequest,
  type: RevisionType,
  otherParents: string[] = [],
): string {
  const { db, actor, state, layer } = draft;
  const id = actor.newId();
  insertRevision(db, {
    id,
    space: request.space,
    branch: layer.branch,
    seq: layer.seq,
    base_seq: state.base.seq,
    type,
    author: actor.user,
    created_at: actor.at,
    parents: JSON.stringify([
      headOf(db, request.id)?.id ?? request.revision_initial,
      ...otherParents,
    ]),
    merged_from: null,
  });
  db.run(
    'UPDATE change_request SET revision = ?, seq = ?, base_seq = ?, updated_at = ? WHERE id = ?',
    id,
    layer.seq,
    state.base.seq,
    actor.at,
    request.id,
  );
  return id;
}

/** Selects change requests of one or more spaces. */
export const requestFilter = {
  creator: z.string().optional(),
  contributor: z.string().optional(),
  requestedReviewer: z.string().optional(),
};

type RequestFilter = z.output<z.ZodObject<typeof requestFilter>>;

/** A user who wrote one of its revisions. */
const CONTRIBUTED =
  'EXISTS (SELECT 1 FROM revision WHERE revision.branch = change_request.id AND revision.author = ?)';

const REQUESTED = `EXISTS (SELECT 1 FROM requested_reviewer
  WHERE requested_reviewer.change_request = change_request.id AND requested_reviewer.user = ?)`;

/** The part of a query between the selected columns and ORDER BY, and its parameters. */
export function requestsWhere(
  conditions: readonly (readonly [sql: string, ...values: SqlValue[]])[],
  { creator, contributor, requestedReviewer }: RequestFilter,
): { from: string; values: SqlValue[] } {
  const all = [
    ...conditions,
    ...(creator === undefined ? [] : [['created_by = ?', creator] as const]),
    ...(contributor === undefined
      ? []
      : [[`(created_by = ? OR ${CONTRIBUTED})`, contributor, contributor] as const]),
    ...(requestedReviewer === undefined ? [] : [[REQUESTED, requestedReviewer] as const]),
  ];
  const where = all.map(([sql]) => sql).join(' AND ');
  return {
    from: `FROM change_request WHERE ${where}`,
    values: all.flatMap(([, ...values]) => values),
  };
}
