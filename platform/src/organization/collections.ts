import { collectionsIn, placeOf, rolesOf } from '../auth/access.ts';
import type { UserContext } from '../auth/context.ts';
import { allows, type Role } from '../auth/roles.ts';
import { badRequest, unprocessable } from '../errors.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import {
  lastPosition as lastAmong,
  movedPosition,
  type Positioned,
  type SiblingPlace,
} from '../store/order.ts';
import { insertRow, updateRow } from '../store/rows.ts';
import type { CollectionRow } from './schema.ts';

/** The container of content: a collection or, with null, the top level of its organization. */
export interface ContentContainer {
  organization: string;
  parent: string | null;
}

/** `?` is a JSON list of ids. */
const IN_LIST = 'IN (SELECT value FROM json_each(?))';

/** The number of levels that collections can nest. */
const MAX_LEVELS = 20;

/** The key of the position after everything in a container. */
export function endOfContainer(db: Database, container: ContentContainer): string {
  return lastAmong(siblingsIn(db, container));
}

/** Creates an empty collection at the end of its container. 422 for more levels than there can be. */
export function createCollection(db: Database, container: ContentContainer, title: string): string {
  requireLevels(db, container, 1);
  const id = newId();
  insertRow(db, 'collection', {
    id,
    ...container,
    title,
    default_level: 'inherit',
    position: endOfContainer(db, container),
  });
  return id;
}

/**
 * Moves a collection to a position in a container of its organization. 400 if the position does not exist or is in the
 * collection itself, 409 if the collection is already there, 422 for more levels than there can be.
 */
export function moveCollection(
  db: Database,
  collection: CollectionRow,
  parent: string | null,
  place: SiblingPlace,
): void {
  const { id, organization } = collection;
  if (parent !== null && treeOf(db, id).includes(parent)) {
    throw badRequest('body.parent: a collection cannot be moved into itself');
  }
  if (parent !== collection.parent) {
    requireLevels(db, { organization, parent }, levelsOf(db, collection));
  }
  const siblings = siblingsIn(db, { organization, parent });
  const position = movedPosition(siblings, id, place);
  updateRow(db, 'collection', id, { parent, position });
}

/** Moves a space to a position in a container of its organization; errors as with `moveCollection`. */
export function moveSpace(
  db: Database,
  { id, organization }: SpaceRow,
  parent: string | null,
  place: SiblingPlace,
): void {
  const position = movedPosition(siblingsIn(db, { organization, parent }), id, place);
  updateRow(db, 'space', id, { collection: parent, position });
}

/**
 * Transfers a collection with all its content to another organization, to the end of its top level. Objects of the old
 * organization stay behind: invites, values of its custom fields, and roles of people who are not members of the new
 * one.
 */
export function transferCollection(db: Database, id: string, organization: string): void {
  const position = endOfContainer(db, { organization, parent: null });
  const { collections, spaces } = contentOf(db, id);
  db.run(`UPDATE collection SET organization = ? WHERE id ${IN_LIST}`, organization, collections);
  db.run(`UPDATE space SET organization = ? WHERE id ${IN_LIST}`, organization, spaces);
  updateRow(db, 'collection', id, { parent: null, position });
  db.run(`DELETE FROM custom_field_value WHERE space ${IN_LIST}`, spaces);
  deleteInvites(db, collections, spaces);
  db.run(
    `DELETE FROM content_role WHERE (target ${IN_LIST} OR target ${IN_LIST})
       AND user NOT IN (SELECT user FROM member WHERE organization = ?)`,
    collections,
    spaces,
    organization,
  );
}

/**
 * Deletes a collection with all collections in it; their spaces become deleted spaces. Spaces that inherited their
 * access from the collection are restored to administrators, and to people with a role of their own: the collection may
 * have kept others out.
 */
export function deleteCollection(db: Database, id: string, at: string): void {
  const { collections, spaces } = contentOf(db, id);
  deleteInvites(db, collections, spaces);
  db.run(
    `UPDATE space SET collection = NULL, deleted_at = COALESCE(deleted_at, ?),
       default_level = CASE default_level WHEN 'inherit' THEN NULL ELSE default_level END
     WHERE id ${IN_LIST}`,
    at,
    spaces,
  );
  db.run(`DELETE FROM content_role WHERE target ${IN_LIST}`, collections);
  db.run(`DELETE FROM collection WHERE id ${IN_LIST}`, collections);
}

/** A space in a collection, at any depth, that is on a site; undefined if there is none. */
export function spaceOnSite(db: Database, id: string): { title: string } | undefined {
  return db.get<{ title: string }>(
    `SELECT space.title FROM space JOIN site_space ON site_space.space = space.id
     WHERE space.id ${IN_LIST} ORDER BY space.title LIMIT 1`,
    contentOf(db, id).spaces,
  );
}

/** Whether the caller has the role on a collection and on everything in it. */
export function allowsWhole(
  caller: UserContext,
  { id, organization }: CollectionRow,
  needed: Role,
): boolean {
  const { collections, spaces } = contentOf(caller.db, id);
  const targets = [
    ...caller.db.all<CollectionRow>(`SELECT * FROM collection WHERE id ${IN_LIST}`, collections),
    ...caller.db
      .all<SpaceRow>(`SELECT * FROM space WHERE id ${IN_LIST} AND deleted_at IS NULL`, spaces)
      .map(placeOf),
  ];
  const roleOn = rolesOf(caller, organization);
  return targets.every((target) => allows(roleOn(target), needed));
}

/** Refuses, with 422, so many levels of collections in a container. */
function requireLevels(db: Database, { organization, parent }: ContentContainer, added: number) {
  const collections = collectionsIn(db, organization);
  let levels = added;
  for (let id = parent; id !== null; id = collections.get(id)?.parent ?? null) levels += 1;
  if (levels > MAX_LEVELS) {
    throw unprocessable(
      `Collections nest ${levels} levels deep here; at most ${MAX_LEVELS} are possible`,
    );
  }
}

/** The number of levels of a collection and those in it. */
function levelsOf(db: Database, { id, organization }: CollectionRow): number {
  const collections = [...collectionsIn(db, organization).values()];
  let levels = 0;
  for (let ids = new Set([id]); ids.size > 0; levels += 1) {
    const inside = collections.filter(({ parent }) => parent !== null && ids.has(parent));
    ids = new Set(inside.map((row) => row.id));
  }
  return levels;
}

/** Spaces and collections share one order. */
function siblingsIn(db: Database, { organization, parent }: ContentContainer): Positioned[] {
  return db.all<Positioned>(
    `SELECT 'space' AS type, id, position FROM space
       WHERE organization = ? AND collection IS ? AND deleted_at IS NULL
     UNION ALL SELECT 'collection', id, position FROM collection WHERE organization = ? AND parent IS ?
     ORDER BY position, id`,
    organization,
    parent,
    organization,
    parent,
  );
}

/** The ids of a collection and of all collections in it. */
function treeOf(db: Database, id: string): string[] {
  const rows = db.all<{ id: string }>(
    `WITH RECURSIVE tree(id) AS (
       SELECT ? UNION SELECT collection.id FROM collection JOIN tree ON collection.parent = tree.id
     ) SELECT id FROM tree`,
    id,
  );
  return rows.map((row) => row.id);
}

/** The ids of all collections and spaces that go with a collection, as JSON lists. */
function contentOf(db: Database, id: string): { collections: string; spaces: string } {
  const collections = JSON.stringify(treeOf(db, id));
  const rows = db.all<{ id: string }>(
    `SELECT id FROM space WHERE collection ${IN_LIST}`,
    collections,
  );
  return { collections, spaces: JSON.stringify(rows.map((row) => row.id)) };
}

function deleteInvites(db: Database, collections: string, spaces: string): void {
  db.run(`DELETE FROM invite WHERE collection ${IN_LIST} OR space ${IN_LIST}`, collections, spaces);
}
