import { generateKeyBetween } from 'fractional-indexing';
import { grantToken } from '../auth/users.ts';
import type { Actor } from '../content/draft.ts';
import type { Database } from '../store/database.ts';
import { stableId } from '../store/ids.ts';
import type { Demo } from './demo.ts';

const FIRST_MOMENT = Date.parse('2026-02-02T08:00:00.000Z');
const STEP_MS = 37 * 60_000;

/** Writes the demonstration content. Ids and times are the same at every start. */
export class Seeder {
  readonly db: Database;
  readonly demo: Demo;
  #steps = 0;
  #ids = 0;

  constructor(db: Database, demo: Demo) {
    this.db = db;
    this.demo = demo;
  }

  /** A user who acts at the next moment. */
  actor(handle: string): Actor {
    return {
      user: this.userId(handle),
      at: this.now(),
      newId: () => {
        this.#ids += 1;
        return stableId('demo', String(this.#ids));
      },
    };
  }

  userId(handle: string): string {
    const user = this.demo.users.find((candidate) => candidate.handle === handle);
    if (!user) throw new Error(`The demonstration content has no user ${handle}`);
    return user.id;
  }

  spaceId(slug: string): string {
    const space = this.demo.spaces.find((candidate) => candidate.slug === slug);
    if (!space) throw new Error(`The demonstration content has no space ${slug}`);
    return space.id;
  }

  now(): string {
    this.#steps += 1;
    return new Date(FIRST_MOMENT + this.#steps * STEP_MS).toISOString();
  }

  people(): void {
    const { db, demo } = this;
    const at = this.now();
    const { organization } = demo;
    db.run(
      `INSERT INTO organization (id, title, type, plan, email_domains, sso, ai, invite_links, created_at)
       VALUES (?, ?, 'business', 'pro_2024', '["example.com"]', 0, 1, 1, ?)`,
      organization.id,
      organization.title,
      at,
    );
    for (const { id, handle, displayName, email, token, role } of demo.users) {
      db.run('INSERT INTO user VALUES (?, ?, ?, ?, NULL)', id, handle, displayName, email);
      db.run('INSERT INTO member VALUES (?, ?, ?, ?)', organization.id, id, role, at);
      grantToken(db, token, id, at);
    }
  }

  collectionsAndSpaces(): void {
    const { db, demo } = this;
    const { organization } = demo;
    let position: string | null = null;
    for (const { id, parent, title, description } of demo.collections) {
      position = generateKeyBetween(position, null);
      db.run(
        `INSERT INTO collection VALUES (?, ?, ?, ?, ?, 'inherit', ?)`,
        id,
        organization.id,
        parent ?? null,
        title,
        description ?? null,
        position,
      );
    }
    for (const space of demo.spaces) {
      position = generateKeyBetween(position, null);
      const at = this.now();
      db.run(
        `INSERT INTO space (id, organization, collection, title, emoji, visibility, edit_mode, default_level,
           position, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, 'locked', 'inherit', ?, ?, ?)`,
        space.id,
        organization.id,
        space.collection,
        space.title,
        space.emoji,
        space.visibility,
        position,
        at,
        at,
      );
      for (const [handle, role] of Object.entries(space.roles)) {
        db.run('INSERT INTO content_role VALUES (?, ?, ?)', space.id, this.userId(handle), role);
      }
    }
  }
}
