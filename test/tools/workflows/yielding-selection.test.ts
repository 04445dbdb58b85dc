import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { readTexts } from '../../../src/content/find/index.ts';
import { selectPages } from '../../../src/tools/workflows/find/arguments.ts';
import { json, useUpstream } from '../../support/upstream.ts';

const tree = Array.from({ length: 1_000 }, (_, at) => ({
  ...{ id: `p${at}`, title: `Page ${at}`, path: `page-${at}`, type: 'document' },
}));

const used = useUpstream();

afterEach(() => vi.restoreAllMocks());

/** Counts the turns that others get from now on, while every look at the clock finds a slice of time used up. */
function countTurns() {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
  const counted = { turns: 0, isOver: false };
  void (async () => {
    for (; !counted.isOver; counted.turns += 1) await setImmediate();
  })();
  return counted;
}

it.each([
  { selection: {}, count: 1_000 },
  { selection: { pages: ['p7'] }, count: 1 },
])(
  'the selection of $count pages of a large tree lets others work',
  async ({ selection, count }) => {
    const counted = countTurns();
    expect((await selectPages(tree, selection)).size).toBe(count);
    counted.isOver = true;
    expect(counted.turns).toBeGreaterThan(50);
  },
);

it('the search of a large tree for the selected pages lets others work', async () => {
  used.upstream.answer(json(200, { id: 'r1', pages: tree }));
  let counted = { turns: 0, isOver: false };
  const { texts } = await readTexts(
    { spaceId: 'space1' },
    () => {
      counted = countTurns();
      return new Set<string>();
    },
    { client: used.client, token: 'token' },
  );
  counted.isOver = true;
  expect(texts).toEqual([]);
  expect(counted.turns).toBeGreaterThan(50);
});
