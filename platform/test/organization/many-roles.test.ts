import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  collectionRole,
  membership,
  readableSpaces,
  rolesOf,
  rolesOn,
} from '../../src/auth/access.ts';
import { findMember } from '../../src/organization/teams.ts';
import { Database, type Row, type SqlValue } from '../../src/store/database.ts';
import { withOrganization } from '../content-space.ts';

class CountingDatabase extends Database {
  statements = 0;

  override all<T = Row>(sql: string, ...values: SqlValue[]): T[] {
    this.statements += 1;
    return super.all<T>(sql, ...values);
  }
}

let db: CountingDatabase;

beforeEach(() => {
  db = withOrganization(new CountingDatabase());
  db.script(`
    INSERT INTO user VALUES
      ('ann', 'ann', 'Ann', 'Ann@example.com', NULL), ('bob', 'bob', 'Bob', 'bob@example.com', NULL),
      ('cat', 'cat', 'Cat', NULL, NULL), ('dan', 'dan', 'Dan', NULL, NULL);
    INSERT INTO member VALUES
      ('org', 'writer', 'admin', ''), ('org', 'ann', 'edit', ''), ('org', 'bob', 'edit', ''), ('org', 'cat', NULL, '');
    INSERT INTO collection (id, organization, parent, title, default_level, position) VALUES
      ('top', 'org', NULL, '', 'read', 'a0'), ('middle', 'org', 'top', '', 'inherit', 'a0'),
      ('low', 'org', 'middle', '', 'inherit', 'a0');
    INSERT INTO team VALUES ('weak', 'org', '', ''), ('strong', 'org', '', '');
    INSERT INTO team_member VALUES ('weak', 'bob', 'member'), ('strong', 'bob', 'member'), ('strong', 'cat', 'member');
    INSERT INTO team_content_role VALUES ('middle', 'weak', NULL), ('middle', 'strong', 'create');
    INSERT INTO content_role VALUES ('top', 'ann', 'review'), ('middle', 'cat', NULL);
  `);
});

afterEach(() => db.close());

const people = ['writer', 'ann', 'bob', 'cat', 'dan'];

const callerOf = (id: string) => ({
  db,
  user: { id, handle: id, display_name: id, email: null, photo_url: null },
});

it.each([
  ['top', ['admin', 'review', 'read', null, null]],
  ['middle', ['admin', 'review', 'create', null, null]],
  ['low', ['admin', 'review', 'create', null, null]],
] as const)('the roles on %s are the same one by one, by person and by object', (id, expected) => {
  const parent = { top: null, middle: 'top', low: 'middle' }[id];
  const level = id === 'top' ? 'read' : 'inherit';
  const target = { id, organization: 'org', default_level: level, parent } as const;
  const roleOf = rolesOn(db, target);
  const inBulk = people.map((person) => {
    const member = membership(db, 'org', person);
    return member ? roleOf({ id: person, ...member }) : null;
  });
  expect(people.map((person) => collectionRole(callerOf(person), target))).toEqual(expected);
  expect(people.map((person) => rolesOf(callerOf(person), 'org')(target))).toEqual(expected);
  expect(inBulk).toEqual(expected);
});

/** Adds spaces, each in a collection of its own, which are below each other. */
function addSpaces(count: number): void {
  for (let at = 0; at < count; at += 1) {
    const above = at === 0 ? 'low' : `c${at - 1}`;
    db.run(
      `INSERT INTO collection (id, organization, parent, title, default_level, position)
       VALUES (?, 'org', ?, '', 'inherit', 'a0')`,
      `c${at}`,
      above,
    );
    db.run(
      `INSERT INTO space (id, organization, collection, title, emoji, visibility, position, default_level, created_at, updated_at)
       VALUES (?, 'org', ?, '', '', 'private', 'a0', 'inherit', '', '')`,
      `s${at}`,
      `c${at}`,
    );
  }
}

it('reads the roles on 300 nested spaces in as few statements as those on one', () => {
  addSpaces(300);
  const before = db.statements;
  const readable = readableSpaces(callerOf('bob'), 'org');
  expect(readable.map(({ role }) => role)).toEqual(Array(300).fill('create'));
  expect(db.statements - before).toBe(4);
});

it('looks people up by an index, by id before e-mail address', () => {
  const plan = db.all<{ detail: string }>(
    `EXPLAIN QUERY PLAN SELECT * FROM user WHERE LOWER(email) = LOWER(?) ORDER BY rowid LIMIT 1`,
    'x',
  );
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH user USING INDEX user_by_email (<expr>=?)',
  ]);
  expect(
    ['ann', 'aNN@example.com', 'dan', 'nobody'].map((name) => findMember(db, 'org', name)),
  ).toEqual(['ann', 'ann', undefined, undefined]);
});
