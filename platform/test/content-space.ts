import {
  type ChangeRequest,
  createChangeRequest,
  findChangeRequest,
} from '../src/content/change-requests.ts';
import { readDocument } from '../src/content/documents.ts';
import type { Actor } from '../src/content/draft.ts';
import { contentEdit } from '../src/content/edit/changes.ts';
import type { EditResult } from '../src/content/edit/edit.ts';
import { editContent } from '../src/content/edit/editor.ts';
import { mergeChangeRequest, updateChangeRequest } from '../src/content/merge.ts';
import type { ContentState } from '../src/content/model.ts';
import { commitPrimary, draftOfPrimary } from '../src/content/primary.ts';
import { primaryHead, stateAt } from '../src/content/revisions.ts';
import { pages } from '../src/content/tables.ts';
import { pagePathOf } from '../src/content/tree.ts';
import { SCHEMA } from '../src/database.ts';
import { ApiError } from '../src/errors.ts';
import { Database } from '../src/store/database.ts';
import { newId } from '../src/store/ids.ts';
import { migrate } from '../src/store/migrate.ts';

const actor: Actor = { user: 'writer', at: '2026-03-01T08:00:00.000Z', newId };

/** A database in memory with one user and one organization, in which tests create spaces. */
export function openContentDatabase(): Database {
  return withOrganization(new Database());
}

/** Adds one user and one organization to an empty database. */
export function withOrganization<D extends Database>(db: D): D {
  migrate(db, SCHEMA);
  db.script(`
    INSERT INTO user VALUES ('writer', 'writer', 'Writer', NULL, NULL);
    INSERT INTO organization (id, title, type, plan, email_domains, sso, ai, invite_links, created_at)
      VALUES ('org', 'Org', 'business', 'pro', '[]', 0, 1, 1, '');
  `);
  return db;
}

/** A space and its change requests, with the operations that property tests need. */
export class Space {
  readonly id = newId();
  readonly db: Database;

  constructor(db: Database) {
    this.db = db;
    db.run(
      `INSERT INTO space (id, organization, title, emoji, visibility, position, created_at, updated_at)
       VALUES (?, 'org', 'Space', '', 'private', 'a0', '', '')`,
      this.id,
    );
    commitPrimary(draftOfPrimary(db, this.id, actor), 'edits');
  }

  propose(): ChangeRequest {
    return createChangeRequest(this.db, this.id, actor, { subject: '', status: 'open' });
  }

  edit(request: ChangeRequest, ...given: object[]): EditResult {
    const { changes } = contentEdit.parse({ changes: given });
    return this.db.write(() => editContent(this.db, this.now(request), actor, changes, new Map()));
  }

  /** Edits, unless the edit is refused because a page was deleted or would become its own descendant. */
  tryEdit(request: ChangeRequest, given: object): void {
    try {
      this.edit(request, given);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Creates a page in the primary content; returns its id. */
  async page(title: string, text: string, into?: string): Promise<string> {
    const request = this.propose();
    const inserted = { ...insert(title, text), ...(into !== undefined && { into }) };
    const { outcomes } = this.edit(request, inserted);
    await this.merge(request);
    return outcomes[0]?.page ?? '';
  }

  merge(request: ChangeRequest) {
    return mergeChangeRequest(this.db, () => this.now(request), actor);
  }

  update(request: ChangeRequest) {
    return updateChangeRequest(this.db, () => this.now(request), actor);
  }

  /** The current state of the change request. */
  now({ id }: ChangeRequest): ChangeRequest {
    return findChangeRequest(this.db, this.id, id);
  }

  get primary(): ContentState {
    return stateAt(primaryHead(this.db, this.id));
  }

  text(page: string, state = this.primary): string | undefined {
    const found = pages.find(this.db, state, page);
    return found && readDocument(this.db, found.document);
  }

  /** Path and text of every page. */
  content(state = this.primary): Record<string, string> {
    const all = pages.select(this.db, state);
    const entries = all.map((page) => [
      pagePathOf(this.db, state, page),
      readDocument(this.db, page.document),
    ]);
    return Object.fromEntries(entries);
  }
}

export const insert = (title: string, markdown: string) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
});
export const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
});
export const change = (page: string, more: object) => ({ operation: 'update_page', page, ...more });
export const remove = (page: string) => ({ operation: 'delete_page', page });
