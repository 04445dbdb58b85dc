import { saveBlob } from '../content/blobs.ts';
import {
  type ChangeRequest,
  changeRequestState,
  createChangeRequest,
  findChangeRequest,
} from '../content/change-requests.ts';
import { contentEdit } from '../content/edit/changes.ts';
import { editContent } from '../content/edit/editor.ts';
import { primaryHead, stateAt } from '../content/revisions.ts';
import { pages } from '../content/tables.ts';
import { postComment, postReply, setResolved } from '../discussion/comments.ts';
import { react } from '../discussion/reactions.ts';
import type { Database } from '../store/database.ts';
import { type PageIds, seedSpace } from './content.ts';
import { type Demo, readDemo, readDemoBytes } from './demo.ts';
import { seedOrganization } from './organization.ts';
import { Seeder } from './seeder.ts';
import { seedSite } from './sites.ts';

type DemoChangeRequest = Demo['changeRequests'][number];
type DemoComment = Demo['comments'][number];

/** Writes the demonstration organization into an empty database, in one transaction. */
export function seedDemo(db: Database): void {
  const seeder = new Seeder(db, readDemo());
  db.write(() => {
    seeder.people();
    seeder.collectionsAndSpaces();
    const pageIds = new Map(
      seeder.demo.spaces.map((space) => [space.slug, seedSpace(seeder, space)]),
    );
    const requests = seeder.demo.changeRequests.map((given) =>
      seedChangeRequest(seeder, given, pageIds.get(given.space) ?? new Map()),
    );
    for (const comment of seeder.demo.comments) {
      seedComment(seeder, comment, requests, pageIds.get(comment.space) ?? new Map());
    }
    for (const spec of seeder.demo.openapi) seedSpec(seeder, spec);
    seedOrganization(seeder);
    seedSite(seeder);
  });
}

/** The tokens of the demonstration users by handle; the first is that of an administrator. */
export function demoTokens(): Record<string, string> {
  return Object.fromEntries(readDemo().users.map(({ handle, token }) => [handle, token]));
}

function seedChangeRequest(seeder: Seeder, given: DemoChangeRequest, ids: PageIds): ChangeRequest {
  const { db } = seeder;
  const { subject, status, createdBy } = given;
  const space = seeder.spaceId(given.space);
  const created = createChangeRequest(db, space, seeder.actor(createdBy), { subject, status });
  const { changes } = contentEdit.parse({
    changes: given.changes.map((change) => ({
      ...change,
      ...(typeof change.page === 'string' && { page: ids.get(change.page) }),
      ...(typeof change.into === 'string' && { into: ids.get(change.into) }),
    })),
  });
  editContent(db, created, seeder.actor(createdBy), changes, new Map());
  return findChangeRequest(db, space, created.id);
}

function seedComment(
  seeder: Seeder,
  given: DemoComment,
  requests: readonly ChangeRequest[],
  ids: PageIds,
): void {
  const { db } = seeder;
  const space = seeder.spaceId(given.space);
  const request = given.changeRequest === undefined ? undefined : requests[given.changeRequest];
  const head = primaryHead(db, space);
  const state = request ? changeRequestState(request) : stateAt(head);
  const page = given.page === undefined ? undefined : ids.get(given.page);
  const comment = postComment(db, seeder.actor(given.postedBy), {
    space,
    branch: request?.id ?? space,
    revision: request?.revision ?? head.id,
    markdown: given.markdown,
    page,
    document: page === undefined ? null : pages.find(db, state, page)?.document,
  });
  for (const { postedBy, markdown } of given.replies) {
    postReply(db, seeder.actor(postedBy), comment.id, markdown);
  }
  for (const { emoji, users } of given.reactions) {
    for (const handle of users) {
      react(db, seeder.actor(handle), comment.id, { added: [emoji], removed: [] });
    }
  }
  if (given.resolvedBy) setResolved(db, seeder.actor(given.resolvedBy), comment, true);
}

function seedSpec(seeder: Seeder, { slug, versions }: Demo['openapi'][number]): void {
  const { db, demo } = seeder;
  const [author] = demo.users;
  const { newId } = seeder.actor(author?.handle ?? '');
  const id = newId();
  const at = seeder.now();
  db.run(
    `INSERT INTO openapi_spec (id, organization, slug, processing_state, created_at, updated_at)
     VALUES (?, ?, ?, 'complete', ?, ?)`,
    id,
    demo.organization.id,
    slug,
    at,
    at,
  );
  for (const path of versions) {
    const version = newId();
    const made = seeder.now();
    const blob = saveBlob(db, readDemoBytes(path), 'application/yaml');
    const name = path.slice(path.lastIndexOf('/') + 1);
    db.run(
      'INSERT INTO openapi_version (id, spec, blob, file_name, created_at) VALUES (?, ?, ?, ?, ?)',
      version,
      id,
      blob,
      name,
      made,
    );
    db.run(
      'UPDATE openapi_spec SET last_version = ?, processed_at = ?, updated_at = ? WHERE id = ?',
      version,
      made,
      made,
      id,
    );
  }
}
