import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerQuestion } from '../../src/ask/answer.ts';
import { indexPage } from '../../src/content/indexing.ts';
import { pages } from '../../src/content/tables.ts';
import { ancestors } from '../../src/content/tree.ts';
import { foundPageObject } from '../../src/serializers/search.ts';
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

it('finds all ancestors of a page by one query, nearest first', async () => {
  const top = await space.page('Top', '');
  const middle = await space.page('Middle', '', top);
  const low = await space.page('Low', '', middle);
  const id = await space.page('Page', '', low);
  const state = space.primary;
  const page = pages.find(db, state, id);
  const before = db.statements;
  const above = page && ancestors(db, state, page);
  expect(above?.map(({ title }) => title)).toEqual(['Low', 'Middle', 'Top']);
  expect(db.statements - before).toBe(1);
});

it('lets others in between hits whose excerpts take long, and makes each excerpt once', async () => {
  const excerpts: string[] = [];
  const hits = ['a', 'b', 'c'].map((page, rank) => ({
    ...{ space: space.id, page, rank, score: 0 },
    sections: [{ ...section(page), excerpt: () => slowly(() => excerpts.push(page)) }],
  }));
  const user = { id: 'writer', handle: '', display_name: '', email: null, photo_url: null };
  const context = { db, user, origin: 'http://localhost', profile: 'current' as const };
  let rounds = 0;
  const found = await settleFindings(() => {
    rounds += 1;
    return hits.map((hit) => foundPageObject(context, hit));
  });
  expect(rounds).toBe(3);
  expect(excerpts).toEqual(['a', 'b', 'c']);
  expect(found.map(({ sections }) => sections[0]?.body)).toEqual(['text', 'text', 'text']);
});

function section(page: string) {
  const texts = { anchor: '', title: page, heading: 'Heading', body: 'text' };
  return { ...texts, id: 1, space: space.id, page, place: 0, score: 0 };
}

/** More time than a request may take in one turn. */
function slowly(work: () => void): string {
  const end = performance.now() + 20;
  while (performance.now() < end);
  work();
  return 'text';
}
