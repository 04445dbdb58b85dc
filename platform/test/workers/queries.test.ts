import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database, type Row, type SqlValue } from '../../src/store/database.ts';
import { settleFindings } from '../../src/workers/computed.ts';
import { insert, rewrite, Space, withOrganization } from '../content-space.ts';

/** Counts SQL statements, because each one blocks the event loop. */
class CountingDatabase extends Database {
  statements = 0;

  override all<T = Row>(sql: string, ...values: SqlValue[]): T[] {
    this.statements += 1;
    return super.all<T>(sql, ...values);
  }

  override run(sql: string, ...values: SqlValue[]): number {
    this.statements += 1;
    return super.run(sql, ...values);
  }
}

let db: CountingDatabase;
let space: Space;

beforeEach(() => {
  db = withOrganization(new CountingDatabase());
  space = new Space(db);
});

afterEach(() => db.close());

/** Number of statements for a new page, from its edit to its merge. */
function statementsFor(text: string): number {
  const before = db.statements;
  space.page('Page', text);
  return db.statements - before;
}

it.each([
  ['links to one place', '[a](other.md) '],
  ['references to one file', '![a](/files/none) '],
  ['headings', '## Heading\n\ntext\n\n'],
])('a page with ten times as many %s takes hardly more statements', (_, part) => {
  const few = statementsFor(part.repeat(500));
  expect(statementsFor(part.repeat(5_000))).toBeLessThan(few * 1.5);
});

it('resolves many links with pauses between them, all in the same way', async () => {
  const target = space.page('Target', 'text');
  const links = Array.from({ length: 3_000 }, (_, at) => `[a](target.md#${at}) [b](none${at}.md)`);
  const page = space.page('Page', 'text');
  const request = space.propose();
  let rounds = 0;
  await settleFindings(() => {
    rounds += 1;
    return space.edit(request, rewrite(page, links.join('\n')), insert('Last', '[a](target)'));
  });
  space.merge(request);
  expect(rounds).toBeGreaterThan(1);
  const text = space.text(page) ?? '';
  expect(text.match(new RegExp(`/pages/${target}#\\d+`, 'g'))).toHaveLength(3_000);
});
