import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { rank } from '../../src/completion/rank.ts';

const PAGES = [
  { value: 'p1', labels: ['Presetting up'] },
  { value: 'p2', labels: ['Before setting it up'] },
  { value: 'p3', labels: ['Setting up a region'] },
  { value: 'p4', labels: ['Setting up'] },
  { value: 'p5', labels: ['Inês and the señor'] },
  { value: 'setting up', labels: ['Setting up', undefined] },
];

it.each([
  [
    'exact matches, prefixes, beginnings of words, substrings',
    'Setting up',
    ['p4', 'setting up', 'p3', 'p2', 'p1'],
  ],
  ['texts without their accents', 'ines senor', ['p5']],
  ['texts with accents where none are', 'Séttíng üp a', ['p3']],
  ['everything in its order for nothing', '', ['p1', 'p2', 'p3', 'p4', 'p5', 'setting up']],
  ['the nearest misspelling first', 'presettimg up', ['p1']],
  ['two wrong letters among ten', 'setteng op', ['p3', 'p4', 'setting up']],
  ['no misspelling of three letters', 'sex', []],
  ['two wrong letters among eight, and no third', 'regiunal', []],
  ['no misspelling of more than 100 characters', `presetting up${'s'.repeat(90)}`, []],
])('ranks %s', async (_, typed, expected) => {
  expect(await rank(PAGES, typed)).toEqual(expected);
});

it('yields to other work between values', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 5;
    return now;
  });
  let [turns, isDone] = [0, false];
  const counting = (async () => {
    for (; !isDone; turns += 1) await setImmediate();
  })();
  await rank(
    Array.from({ length: 1_000 }, (_, at) => ({ value: `p${at}`, labels: [`Page ${at}`] })),
    'nothing like it',
  );
  isDone = true;
  await counting;
  vi.restoreAllMocks();
  expect(turns).toBeGreaterThan(20);
});
