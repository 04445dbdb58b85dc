import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerQuestion } from '../../src/ask/answer.ts';
import { indexPage } from '../../src/content/indexing.ts';
import { Database, type Row, type SqlValue } from '../../src/store/database.ts';
import { settleFindings } from '../../src/workers/computed.ts';
import { insert, rewrite, Space, withOrganization } from '../content-space.ts';

/** Counts SQL statements and the characters of their rows, because both block the event loop. */
class CountingDatabase extends Database {
  statements = 0;
  characters = 0;

  override all<T = Row>(sql: string, ...values: SqlValue[]): T[] {
    this.statements += 1;
    const rows = super.all<T>(sql, ...values);
    for (const value of rows.flatMap((row) => Object.values(row as Row))) {
      if (typeof value === 'string') this.characters += value.length;
    }
    return rows;
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
async function statementsFor(text: string): Promise<number> {
  const before = db.statements;
  await space.page('Page', text);
  return db.statements - before;
}

it.each([
  ['links to one place', '[a](other.md) '],
  ['references to one file', '![a](/files/none) '],
  ['headings', '## Heading\n\ntext\n\n'],
])('a page with ten times as many %s takes hardly more statements', async (_, part) => {
  const few = await statementsFor(part.repeat(500));
  expect(await statementsFor(part.repeat(5_000))).toBeLessThan(few * 1.5);
});

it('resolves many links with pauses between them, all in the same way', async () => {
  const target = await space.page('Target', 'text');
  const links = Array.from({ length: 3_000 }, (_, at) => `[a](target.md#${at}) [b](none${at}.md)`);
  const page = await space.page('Page', 'text');
  const request = space.propose();
  let rounds = 0;
  await settleFindings(() => {
    rounds += 1;
    return space.edit(request, rewrite(page, links.join('\n')), insert('Last', '[a](target)'));
  });
  await space.merge(request);
  expect(rounds).toBeGreaterThan(1);
  const text = space.text(page) ?? '';
  expect(text.match(new RegExp(`/pages/${target}#\\d+`, 'g'))).toHaveLength(3_000);
});

it('answers a long question without reading all texts again after each pause', async () => {
  const sentence = '文字列の検索と置換を行う関数です';
  const section = `## 関数\n\n${`${sentence}。`.repeat(500)}\n\n`;
  const page = await space.page('Functions', section.repeat(20));
  indexPage(db, space.primary, page);
  const before = db.characters;
  let rounds = 0;
  await settleFindings(() => {
    rounds += 1;
    return answerQuestion({ db }, [space.id], sentence.repeat(125));
  });
  expect(rounds).toBeGreaterThan(3);
  expect(db.characters - before).toBeLessThan(12 * 20 * section.length);
});
