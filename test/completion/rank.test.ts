import { expect, it } from 'vitest';
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
])('ranks %s', (_, typed, expected) => {
  expect(rank(PAGES, typed)).toEqual(expected);
});
