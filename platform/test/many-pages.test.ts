import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  DEV_GUIDE,
  pageIds,
  propose,
  publish,
  startTestPlatform,
  type TestPlatform,
} from './support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
});

afterAll(() => platform.close());

const insert = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: 'Text.' },
  ...more,
});

it('places pages that one edit inserts and moves among each other', async () => {
  await publish(platform.editor, SPACE, [insert('Shelf')]);
  const shelf = (await pageIds(platform.editor, SPACE)).get('shelf');
  const names = Array.from({ length: 6 }, (_, at) => `Book ${at}`);
  await publish(
    platform.editor,
    SPACE,
    names.map((name) => insert(name, { into: shelf })),
  );
  const ids = await pageIds(platform.editor, SPACE);
  const move = (name: string, at: number) => ({
    operation: 'update_page',
    page: ids.get(`shelf/${name}`),
    into: shelf,
    at,
  });
  await publish(platform.editor, SPACE, [
    insert('First', { into: shelf, at: 0 }),
    move('book-5', 1),
    insert('Second', { into: shelf, at: 1 }),
    { operation: 'delete_page', page: ids.get('shelf/book-1') },
    move('book-0', 5),
    insert('Last', { into: shelf }),
  ]);
  const after = [...(await pageIds(platform.editor, SPACE)).keys()];
  expect(after.filter((path) => path.startsWith('shelf/')).map((path) => path.slice(6))).toEqual([
    'first',
    'second',
    'book-5',
    'book-2',
    'book-3',
    'book-0',
    'book-4',
    'last',
  ]);
});

it('refuses to move a branch so often that it moves more than 10,000 pages', async () => {
  await publish(platform.editor, SPACE, [insert('Trunk'), insert('Left'), insert('Right')]);
  const ids = await pageIds(platform.editor, SPACE);
  const [trunk, left, right] = ['trunk', 'left', 'right'].map((path) => ids.get(path));
  for (let some = 0; some < 9; some += 1) {
    const leaves = Array.from({ length: 50 }, (_, at) =>
      insert(`Leaf ${some}-${at}`, { into: trunk }),
    );
    await publish(platform.editor, SPACE, leaves);
  }
  const moves = Array.from({ length: 50 }, (_, at) => ({
    operation: 'update_page',
    page: trunk,
    into: at % 2 === 0 ? left : right,
  }));
  const { answer } = await propose(platform.editor, SPACE, moves);
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('move fewer at once');
});
